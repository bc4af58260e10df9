import { deadlineIn } from "../../base/deadline.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import type { CodexHook } from "../../clients/codex-trust.ts";
import { askCodex } from "../doctor/ask-codex.ts";
import { findProgram } from "../../check/find-program.ts";

/** Longest time that a person waits for a sentence that may be left out. */
const PATIENCE_MS = 10_000;

/**
 * Whether a client that asks for trust is known to trust each of our hooks that is meant, for every event. False where it
 * isn't on PATH or doesn't answer.
 */
export async function areTrusted(
  port: ClientPort,
  root: string,
  env: NodeJS.ProcessEnv,
  isMeant: (hook: CodexHook) => boolean,
): Promise<boolean> {
  const program = findProgram(port.name, root, env);
  if (program === undefined) return false;
  const listed = await askCodex(program, root, env, deadlineIn(PATIENCE_MS));
  if (!listed.ok) return false;
  const meant = listed.value.filter(isMeant);
  const events = new Set(meant.map(({ event }) => event));
  return (
    port.registeredEvents.every((event) => events.has(event)) &&
    meant.every(({ trusted, enabled }) => trusted && enabled)
  );
}
