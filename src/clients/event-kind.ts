/** What an event is to valehook. `other`: accepted, and nothing is ever said to it. */
export type EventKind = "pre-tool-use" | "post-tool-use" | "stop" | "other";

/**
 * The kind of an event by the name that a client gives it. Both clients use the same names (Claude Code 2.1.332, Codex
 * 0.171.0); a failed tool has an event of its own in Claude Code only.
 */
export function eventKind(name: string): EventKind {
  switch (name) {
    case "PreToolUse":
      return "pre-tool-use";
    case "PostToolUse":
    case "PostToolUseFailure":
      return "post-tool-use";
    case "Stop":
      return "stop";
    default:
      return "other";
  }
}
