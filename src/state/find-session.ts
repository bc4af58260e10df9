import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { unwritable, type Storage } from "./storage.ts";
import { isSessionFolderName, pathsOfSession, sessionFolderName } from "./store-paths.ts";
import type { SessionPaths } from "./store-paths.ts";

/**
 * The sessions that a person may mean: by an id, or by the first digits (4 or more) of a folder's name, as `valehook status`
 * shows them, for no id is kept.
 */
export async function findSession(
  storage: Storage,
  stateFolder: string,
  named: string,
): Promise<Result<readonly SessionPaths[], StateProblem>> {
  const listed = await storage.list(stateFolder);
  if (!listed.ok) return failure(unwritable(listed.problem));
  const names = listed.value.filter(isSessionFolderName);
  const byId = sessionFolderName(named);
  if (names.includes(byId)) return success([pathsOfSession(stateFolder, byId)]);
  const meant = /^[0-9a-f]{4,32}$/.test(named)
    ? names.filter((name) => name.startsWith(named))
    : [];
  return success(meant.map((name) => pathsOfSession(stateFolder, name)));
}
