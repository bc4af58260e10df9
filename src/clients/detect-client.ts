import type { ClientName } from "./client-name.ts";

/**
 * The client that an event comes from, for a hook that was registered without `--client`. Codex's payloads carry `turn_id` or
 * `model` (its session events neither), and its transcripts are named `rollout-…`; Claude Code's carry none of these
 * (Codex 0.171.0, Claude Code 2.1.332). The payload goes before the environment, which a client inherits when another one starts it.
 */
export function detectClient(
  payload: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): ClientName {
  if (typeof payload["turn_id"] === "string") return "codex";
  if (typeof payload["prompt_id"] === "string") return "claude";
  const transcript = payload["transcript_path"];
  if (typeof transcript === "string") {
    return /[\\/]rollout-[^\\/]*$/.test(transcript) ? "codex" : "claude";
  }
  return env["CLAUDECODE"] === undefined && env["CODEX_HOME"] !== undefined ? "codex" : "claude";
}
