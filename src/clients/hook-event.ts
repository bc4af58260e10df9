import type { ClientName } from "./client-name.ts";
import { editedPaths } from "./edited-paths.ts";
import type { QuietEvent } from "./quiet-event.ts";

/** One event of a client, with what valehook uses of it. */
export type HookEvent = PreToolUseEvent | PostToolUseEvent | StopEvent | OtherEvent;

interface EventBase {
  readonly client: ClientName;
  /** The client's own name of the event, which an answer has to repeat. */
  readonly name: string;
  readonly sessionId: string;
  /** Absolute; follows the agent's `cd`. */
  readonly cwd: string;
  /** The subagent that the event is of; its session is the main agent's. */
  readonly agentId: string | undefined;
}

export interface PreToolUseEvent extends EventBase {
  readonly kind: "pre-tool-use";
  readonly tool: ToolUse | undefined;
}

export interface PostToolUseEvent extends EventBase {
  readonly kind: "post-tool-use";
  readonly tool: ToolUse | undefined;
}

export interface StopEvent extends EventBase {
  readonly kind: "stop";
  /** The turn goes on because a Stop hook, ours or another's, has already blocked it. */
  readonly stopHookActive: boolean;
}

export interface OtherEvent extends EventBase {
  readonly kind: "other";
}

export interface ToolUse {
  readonly name: string;
  /** Absolute or relative to `cwd`, as the payload has them; see `editedPaths`. */
  readonly editedPaths: readonly string[];
}

/** The event that a payload is. Total: a field of an unexpected type is as good as absent. */
export function toHookEvent(quiet: QuietEvent, client: ClientName): HookEvent {
  const { payload } = quiet;
  const agentId = payload["agent_id"];
  const base: EventBase = {
    client,
    name: quiet.name,
    sessionId: quiet.sessionId,
    cwd: quiet.cwd,
    agentId: typeof agentId === "string" ? agentId : undefined,
  };
  switch (quiet.kind) {
    case "pre-tool-use":
    case "post-tool-use":
      return { ...base, kind: quiet.kind, tool: toolUse(quiet) };
    case "stop":
      return { ...base, kind: "stop", stopHookActive: payload["stop_hook_active"] === true };
    case "other":
      return { ...base, kind: "other" };
  }
}

function toolUse({ payload }: QuietEvent): ToolUse | undefined {
  const name = payload["tool_name"];
  if (typeof name !== "string") return undefined;
  return { name, editedPaths: editedPaths(name, payload["tool_input"]) };
}
