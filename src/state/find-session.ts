import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { unwritable, type Storage } from "./storage.ts";
import { isSessionFolderName, pathsOfSession, sessionFolderName } from "./store-paths.ts";
import type { SessionPaths } from "./store-paths.ts";

/**
 * The session that a person means: by its id, or by the first digits (8 or more) of its folder's name, as `valehook status`
 * shows them, for no id is kept. Undefined where none or more than one is meant.
 */
export async function findSession(
  storage: Storage,
  stateFolder: string,
  named: string,
): Promise<Result<SessionPaths | undefined, StateProblem>> {
  const listed = await storage.list(stateFolder);
  if (!listed.ok) return failure(unwritable(listed.problem));
  const names = listed.value.filter(isSessionFolderName);
  const byId = sessionFolderName(named);
  if (names.includes(byId)) return success(pathsOfSession(stateFolder, byId));
  const meant = /^[0-9a-f]{8,32}$/.test(named)
    ? names.filter((name) => name.startsWith(named))
    : [];
  const [only] = meant;
  return success(
    only === undefined || meant.length > 1 ? undefined : pathsOfSession(stateFolder, only),
  );
}
