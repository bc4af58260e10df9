import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { secureFolder } from "./state-folder.ts";
import { nodeStorage } from "./node-storage.ts";
import { unwritable, type Storage } from "./storage.ts";
import type { SessionPaths } from "./store-paths.ts";

/** Remembers that a workspace is refused under these settings, and that it was told; see `refusal.ts`. */
export async function keepRefusal(
  paths: SessionPaths,
  settings: string,
  storage: Storage = nodeStorage,
): Promise<Result<void, StateProblem>> {
  for (const folder of [paths.stateFolder, paths.folder]) {
    const secured = await secureFolder(storage, folder);
    if (!secured.ok) return secured;
  }
  const written = await storage.writeAtomic(paths.refused, Buffer.from(settings, "utf8"), {
    durable: false,
    mayReplace: () => Promise.resolve(true),
  });
  return written.ok ? success(undefined) : failure(unwritable(written.problem));
}

/** Forgets it: the workspace is within its bounds again. */
export async function dropRefusal(
  paths: SessionPaths,
  storage: Storage = nodeStorage,
): Promise<Result<void, StateProblem>> {
  const removed = await storage.remove(paths.refused);
  return removed.ok ? success(undefined) : failure(unwritable(removed.problem));
}
