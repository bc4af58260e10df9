import { randomUUID } from "node:crypto";
import { expect } from "vitest";

import { runValehook, type ProgramResult } from "./hook-driver.ts";
import type { TestWorkspace } from "./workspace.ts";

/** What one hook call answered, read as a client reads it. */
export interface HookAnswer {
  readonly raw: ProgramResult;
  /** `additionalContext` of a PostToolUse; undefined when the answer was silent. */
  readonly context: string | undefined;
  /** `reason` of a block. */
  readonly blocked: string | undefined;
  readonly notice: string | undefined;
  /** `permissionDecisionReason` of a denied tool call. */
  readonly denied: string | undefined;
}

/** Everything that an answer says, to the agent or to the person. */
export function textOf({ context, blocked, notice }: HookAnswer): string {
  return [context, blocked, notice].filter((text) => text !== undefined).join("\n");
}

export interface EventOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly agentId?: string;
}

/** A coding agent's session in a workspace: sends the events that a client sends, to the built program. */
export interface AgentSession {
  readonly id: string;
  pre(options?: EventOptions): Promise<HookAnswer>;
  post(options?: EventOptions): Promise<HookAnswer>;
  /** PostToolUseFailure, which Claude Code sends for a failed command. */
  failed(options?: EventOptions): Promise<HookAnswer>;
  /** Stop; `active` is `stop_hook_active`. */
  stop(options?: EventOptions & { readonly active?: boolean }): Promise<HookAnswer>;
  event(
    name: string,
    fields?: Readonly<Record<string, unknown>>,
    options?: EventOptions,
  ): Promise<HookAnswer>;
}

export function agentSession(
  workspace: Pick<TestWorkspace, "root" | "env">,
  options: {
    readonly client?: "claude" | "codex";
    readonly id?: string;
    /** Command that starts every hook process. */
    readonly through?: readonly string[];
  } = {},
): AgentSession {
  const client = options.client ?? "claude";
  const id = options.id ?? randomUUID();
  const event: AgentSession["event"] = async (name, fields = {}, eventOptions = {}) => {
    const cwd = eventOptions.cwd ?? workspace.root;
    const payload = {
      session_id: id,
      transcript_path: "/home/user/transcript.jsonl",
      cwd,
      permission_mode: "default",
      hook_event_name: name,
      ...(eventOptions.agentId === undefined ? {} : { agent_id: eventOptions.agentId }),
      ...fields,
    };
    const raw = await runValehook(["hook", "--client", client, "--event", name], {
      cwd,
      env: eventOptions.env ?? workspace.env,
      input: JSON.stringify(payload),
      ...(options.through === undefined ? {} : { through: options.through }),
    });
    return readAnswer(name, raw);
  };
  const toolEvent =
    (name: string) =>
    async (eventOptions: EventOptions = {}) =>
      await event(
        name,
        {
          tool_name: eventOptions.tool ?? "Bash",
          tool_input: eventOptions.input ?? { command: "true" },
          tool_use_id: "toolu_1",
          ...(name === "PreToolUse" ? {} : { tool_response: { stdout: "", stderr: "" } }),
        },
        eventOptions,
      );
  return {
    id,
    event,
    pre: toolEvent("PreToolUse"),
    post: toolEvent("PostToolUse"),
    failed: toolEvent("PostToolUseFailure"),
    stop: async (stopOptions = {}) =>
      await event("Stop", { stop_hook_active: stopOptions.active ?? false }, stopOptions),
  };
}

/** Reads an answer and holds it to what both clients accept: zero bytes, or one JSON object of a known shape. */
function readAnswer(name: string, raw: ProgramResult): HookAnswer {
  expect(raw.signal, raw.stderr).toBeNull();
  expect(raw.stderr).not.toContain("a fault of its own");
  if (raw.stdout === "")
    return { raw, context: undefined, blocked: undefined, notice: undefined, denied: undefined };
  expect(Buffer.byteLength(raw.stdout)).toBeLessThan(64 * 1024);
  const answer = JSON.parse(raw.stdout) as {
    hookSpecificOutput?: Record<string, string>;
    decision?: string;
    reason?: string;
    systemMessage?: string;
  };
  if (name === "Stop") expect(answer).not.toHaveProperty("hookSpecificOutput");
  if (answer.hookSpecificOutput !== undefined) {
    expect(answer.hookSpecificOutput["hookEventName"]).toBe(name);
  }
  if (answer.decision !== undefined) expect(answer.decision).toBe("block");
  for (const text of [answer.reason, answer.hookSpecificOutput?.["additionalContext"]]) {
    if (text !== undefined) expect(Buffer.byteLength(text)).toBeLessThan(10_000);
  }
  return {
    raw,
    context: answer.hookSpecificOutput?.["additionalContext"],
    blocked: answer.decision === "block" ? answer.reason : undefined,
    notice: answer.systemMessage,
    denied: answer.hookSpecificOutput?.["permissionDecisionReason"],
  };
}
