import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { secureFolder } from "./state-folder.ts";
import { unwritable, type Storage } from "./storage.ts";
import type { SessionPaths } from "./store-paths.ts";

/**
 * Moves a session's state to where it is looked for now, unless there is some: a folder that becomes a Git work tree while a
 * session runs keeps its baseline so.
 */
export async function adoptSession(
  storage: Storage,
  from: SessionPaths,
  to: SessionPaths,
): Promise<Result<void, StateProblem>> {
  const there = await storage.entry(to.folder);
  if (!there.ok) return failure(unwritable(there.problem));
  if (there.value !== undefined) return success(undefined);
  const before = await storage.entry(from.baseline);
  if (!before.ok) return failure(unwritable(before.problem));
  if (before.value === undefined) return success(undefined);
  for (const { stateFolder } of [from, to]) {
    const secured = await secureFolder(storage, stateFolder);
    if (!secured.ok) return secured;
  }
  const moved = await storage.rename(from.folder, to.folder);
  return moved.ok ? success(undefined) : failure(unwritable(moved.problem));
}
