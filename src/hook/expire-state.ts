import { expireSessions } from "../state/expire.ts";
import { userSessionsFolder } from "../state/quiet-roots.ts";
import { expireSessionRoots } from "../state/session-roots.ts";
import type { RootSession } from "./root-session.ts";

/**
 * Removes the expired state of other sessions, so that it doesn't grow for ever: once a session and workspace, when the
 * baseline has been taken, for that is no quiet event anyway. What can't be removed is no fault of this event and is not
 * told by it; `valehook clean` says why.
 */
export async function expireState({ open, store }: RootSession): Promise<void> {
  const nowMs = Date.now();
  await expireSessions(store.paths.stateFolder, { nowMs, all: false });
  const lists = userSessionsFolder(open.env);
  if (lists !== undefined) await expireSessionRoots(lists, nowMs);
}
