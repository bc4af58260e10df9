import type { ModelProtocol, SendEvent } from "./model-server.ts";
import { stringsIn, SUBAGENT_MARK, turnAt } from "./scenario.ts";
import type { ModelRequest, Scenario, ToolCall, Turn } from "./scenario.ts";

interface Item {
  readonly type: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly output?: unknown;
}

/** The part of OpenAI's Responses API that Codex uses. */
export function codexModel(scenario: Scenario): ModelProtocol {
  const answers = new Map<string, number>();
  let ids = 0;
  return {
    asksModel: (path) => path.endsWith("/responses"),
    answer: (body, headers, send) => {
      const input = body["input"] as readonly Item[];
      const seen = requestOf(input);
      const thread = String(headers["thread-id"] ?? headers["session_id"] ?? seen.agent);
      const index = answers.get(thread) ?? 0;
      answers.set(thread, index + 1);
      const agentId =
        /agent_id\\*"\s*:\s*\\*"([0-9a-f-]{36})/.exec(JSON.stringify(input))?.[1] ?? "";
      const turn = turnAt(scenario, seen.agent, index);
      sendItems(
        send,
        body["model"],
        itemsOf(turn, () => ++ids, agentId),
      );
      return seen;
    },
  };
}

function requestOf(input: readonly Item[]): ModelRequest {
  const said = input.filter(({ type, role }) => role === "user" || type === "agent_message");
  const isSub = said.some(({ content }) =>
    stringsIn(content).some((text) => text.includes(SUBAGENT_MARK)),
  );
  const outputs = input.filter(({ type }) => type.endsWith("_call_output"));
  return {
    agent: isSub ? "sub" : "main",
    toolOutputs: outputs.map(({ output }) => stringsIn(output).join("\n")),
    texts: input.flatMap(({ content, output }) => [...stringsIn(content), ...stringsIn(output)]),
  };
}

function itemsOf(
  turn: Turn,
  nextId: () => number,
  agentId: string,
): readonly Record<string, unknown>[] {
  if ("say" in turn) {
    const content = [{ type: "output_text", text: turn.say, annotations: [] }];
    return [
      { type: "message", id: `msg_${nextId()}`, role: "assistant", status: "completed", content },
    ];
  }
  return turn.call.map((call) => {
    const id = nextId();
    return {
      id: `call_${id}`,
      call_id: `call_${id}`,
      status: "completed",
      ...toolOf(call, agentId),
    };
  });
}

function toolOf(call: ToolCall, agentId: string): Record<string, unknown> {
  switch (call.tool) {
    case "shell":
      return functionCall("exec_command", { cmd: call.command });
    case "write": {
      const lines = call.text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `+${line}`);
      const patch = ["*** Begin Patch", `*** Add File: ${call.path}`, ...lines, "*** End Patch"];
      return { type: "custom_tool_call", name: "apply_patch", input: `${patch.join("\n")}\n` };
    }
    case "subagent":
      return functionCall("spawn_agent", { message: `${SUBAGENT_MARK} do it` }, "multi_agent_v1");
    case "wait for subagent":
      return functionCall(
        "wait_agent",
        { targets: [agentId], timeout_ms: 30_000 },
        "multi_agent_v1",
      );
  }
}

function functionCall(name: string, input: unknown, namespace?: string): Record<string, unknown> {
  const inside = namespace === undefined ? {} : { namespace };
  return { type: "function_call", name, ...inside, arguments: JSON.stringify(input) };
}

function sendItems(
  send: SendEvent,
  model: unknown,
  output: readonly Record<string, unknown>[],
): void {
  const base = { id: "resp", object: "response", model, output: [] };
  send("response.created", { response: { ...base, status: "in_progress" } });
  output.forEach((item, output_index) => {
    send("response.output_item.added", { output_index, item: { ...item, status: "in_progress" } });
    send("response.output_item.done", { output_index, item });
  });
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  send("response.completed", { response: { ...base, status: "completed", output, usage } });
}
