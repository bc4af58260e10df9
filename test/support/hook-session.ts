import { randomUUID } from "node:crypto";
import { runValehook, type ProgramResult } from "./hook-driver.ts";
import type { TestWorkspace } from "./workspace.ts";

/** One answer of a hook, read as the client reads it. */
export interface HookAnswer extends ProgramResult {
  /** What the model gets after a tool call; undefined when the hook said nothing. */
  readonly context: string | undefined;
  /** Why the turn may not end; undefined when it may. */
  readonly blockReason: string | undefined;
  /** What the person is shown. */
  readonly systemMessage: string | undefined;
}

export interface SessionOptions {
  /** Default: `claude`. */
  readonly client?: "claude" | "codex";
  readonly sessionId?: string;
  /** The events' `cwd`. Default: the workspace's root. */
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Further arguments after `hook`. */
  readonly args?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A client's session as valehook sees it: each call is one hook process fed with one real-shaped event. */
export interface HookSession {
  readonly id: string;
  /** Any event, with `fields` laid over the ones all events have. */
  event(name: string, fields?: Fields): Promise<HookAnswer>;
  preTool(tool?: string, input?: Fields): Promise<HookAnswer>;
  postTool(tool?: string, input?: Fields): Promise<HookAnswer>;
  /** A shell command that failed: its own event in Claude, an ordinary PostToolUse in Codex. */
  failedTool(): Promise<HookAnswer>;
  stop(options?: { readonly active?: boolean }): Promise<HookAnswer>;
}

function readAnswer(result: ProgramResult): HookAnswer {
  const answer: unknown = result.stdout === "" ? {} : JSON.parse(result.stdout);
  const { decision, reason, systemMessage, hookSpecificOutput } = answer as {
    decision?: string;
    reason?: string;
    systemMessage?: string;
    hookSpecificOutput?: { additionalContext?: string };
  };
  return {
    ...result,
    context: hookSpecificOutput?.additionalContext,
    blockReason: decision === "block" ? reason : undefined,
    systemMessage,
  };
}

function commonFields(client: "claude" | "codex", id: string, cwd: string): Fields {
  const shared = {
    session_id: id,
    transcript_path: `/home/user/.${client}/sessions/${id}.jsonl`,
    cwd,
    permission_mode: "bypassPermissions",
  };
  return client === "claude"
    ? { ...shared, prompt_id: "26688ed0-e428-4174-b118-7405668172b3" }
    : { ...shared, turn_id: "01a22f09-d38e-7c40-a642-cfb7e3de3457", model: "gpt-5.5" };
}

/** Starts a session; nothing runs before its first event. */
export function hookSession(workspace: TestWorkspace, options: SessionOptions = {}): HookSession {
  const client = options.client ?? "claude";
  const id = options.sessionId ?? randomUUID();
  const cwd = options.cwd ?? workspace.root;
  let toolCalls = 0;

  const event = async (name: string, fields: Fields = {}) => {
    const payload = { ...commonFields(client, id, cwd), hook_event_name: name, ...fields };
    const args = options.args ?? ["--client", client, "--event", name];
    const input = JSON.stringify(payload);
    const env = options.env ?? workspace.env;
    return readAnswer(await runValehook(["hook", ...args], { cwd: workspace.root, env, input }));
  };
  const toolFields = (tool: string, input: Fields) => ({
    tool_name: tool,
    tool_input: input,
    tool_use_id: `${client === "claude" ? "toolu" : "call"}_${toolCalls}`,
  });
  const shell = { command: "make docs" };
  const response = client === "claude" ? { stdout: "", stderr: "", interrupted: false } : "";
  const postTool: HookSession["postTool"] = (tool = "Bash", input = shell) =>
    event("PostToolUse", { ...toolFields(tool, input), tool_response: response });

  return {
    id,
    event,
    preTool: (tool = "Bash", input = shell) => {
      toolCalls += 1;
      return event("PreToolUse", toolFields(tool, input));
    },
    postTool,
    failedTool: () =>
      client === "claude"
        ? event("PostToolUseFailure", {
            ...toolFields("Bash", shell),
            error: "Exit code 3",
            is_interrupt: false,
          })
        : postTool(),
    stop: ({ active = false } = {}) =>
      event("Stop", { stop_hook_active: active, last_assistant_message: "All finished." }),
  };
}
