import { allow } from "../clients/answers.ts";
import type { PreToolUseEvent } from "../clients/hook-event.ts";
import { hasBaseline } from "../state/store-paths.ts";
import type { EventContext } from "./event-context.ts";
import { guardDecision } from "./guard.ts";
import { reply, type Reply } from "./reply.ts";
import { openRootSession } from "./root-session.ts";
import { startSession } from "./start-session.ts";

/**
 * Takes the session's baseline if it has none, so that nothing that the tool does can be part of it, and refuses edits of
 * the checks themselves where the settings ask for it. What goes wrong never keeps the tool from running; the event after
 * it says so.
 */
export async function preToolUse(
  event: PreToolUseEvent,
  { workspace, env, deadline, listing }: EventContext,
): Promise<Reply<"pre-tool-use">> {
  const root = await openRootSession(workspace, event.sessionId, env);
  if (!hasBaseline(root.store.paths)) {
    await startSession(root, { startedBy: "pre-tool-use", listing }, deadline);
  }
  // Where another event took the baseline meanwhile, nobody waits for it.
  listing?.cancel();
  const { guard, mode } = root.open.settings;
  const guards = guard === "deny" && mode === "enforce";
  return reply(guards ? await guardDecision(root, event) : allow);
}
