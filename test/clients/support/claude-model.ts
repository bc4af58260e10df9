import type { ModelProtocol, SendEvent } from "./model-server.ts";
import { stringsIn, SUBAGENT_MARK, turnAt } from "./scenario.ts";
import type { ModelRequest, Scenario, ToolCall, Turn } from "./scenario.ts";

interface Message {
  readonly role: "user" | "assistant";
  readonly content: string | readonly Record<string, unknown>[];
}

/** The part of Anthropic's Messages API that Claude Code uses. */
export function claudeModel(scenario: Scenario): ModelProtocol {
  let ids = 0;
  const nextId = (): number => ++ids;
  return {
    asksModel: (path) => path.endsWith("/v1/messages"),
    answer: (body, _headers, send) => {
      const tools = Array.isArray(body["tools"]) ? body["tools"] : [];
      if (tools.length === 0) {
        // A question of the client's own, such as a title for the session.
        sendBlocks(send, nextId(), body["model"], [{ type: "text", text: "ok" }]);
        return undefined;
      }
      const messages = body["messages"] as readonly Message[];
      const seen = requestOf(messages);
      const turn = turnAt(scenario, seen.agent, answersIn(messages));
      sendBlocks(send, nextId(), body["model"], blocksOf(turn, nextId));
      return seen;
    },
  };
}

function requestOf(messages: readonly Message[]): ModelRequest {
  const first = messages.find(({ role }) => role === "user");
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const results = blocks.filter(({ type }) => type === "tool_result");
  return {
    agent: stringsIn(first?.content).some((text) => text.includes(SUBAGENT_MARK)) ? "sub" : "main",
    toolOutputs: results.map((block) =>
      stringsIn(block["content"])
        .filter((text) => text !== "text")
        .join(""),
    ),
    texts: messages.flatMap(({ content }) => stringsIn(content)),
  };
}

/** How often the model has answered: neighbouring messages of it are one answer. */
function answersIn(messages: readonly Message[]): number {
  return messages.filter(
    ({ role }, index) => role === "assistant" && messages[index - 1]?.role !== "assistant",
  ).length;
}

function blocksOf(turn: Turn, nextId: () => number): readonly Record<string, unknown>[] {
  if ("say" in turn) return [{ type: "text", text: turn.say }];
  return turn.call.map((call) => ({ type: "tool_use", id: `toolu_${nextId()}`, ...toolOf(call) }));
}

function toolOf(call: ToolCall): { name: string; input: unknown } {
  switch (call.tool) {
    case "shell":
      return { name: "Bash", input: { command: call.command, description: "a command" } };
    case "write":
      return { name: "Write", input: { file_path: call.path, content: call.text } };
    case "subagent":
      return {
        name: "Agent",
        input: {
          description: "a task",
          prompt: `${SUBAGENT_MARK} do it`,
          subagent_type: "general-purpose",
          run_in_background: false,
        },
      };
    case "wait for subagent":
      return { name: "Bash", input: { command: "sleep 3", description: "wait" } };
  }
}

/** Each answer has an id of its own: Claude Code takes two of one id for one. */
function sendBlocks(
  send: SendEvent,
  id: number,
  model: unknown,
  blocks: readonly Record<string, unknown>[],
): void {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const stop = blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  send("message_start", { message });
  blocks.forEach((block, index) => {
    const isText = block["type"] === "text";
    const start = isText ? { ...block, text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block["text"] }
      : { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) };
    send("content_block_start", { index, content_block: start });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  });
  send("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage });
  send("message_stop", {});
}
