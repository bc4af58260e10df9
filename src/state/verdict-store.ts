import { join } from "node:path";
import { limits } from "../base/limits.ts";
import type { StateProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { openDigestFile } from "./digest-file.ts";
import { nodeStorage } from "./node-storage.ts";
import { secureFolder } from "./state-folder.ts";
import type { Storage } from "./storage.ts";

/**
 * Files that Vale was found to have nothing to say about, remembered for a workspace and shared by its sessions and scans.
 * Keys are those of `textDigest` (32 hex digits), so that neither texts nor names can be read from it.
 */
export interface VerdictStore {
  readonly isClean: (key: string) => boolean;
  /** To be called only for a file that didn't change while Vale read it. */
  readonly rememberClean: (key: string) => void;
  /** Writes what is new. Problems: `state-unwritable`, `state-unsafe`; nothing but time is lost then. */
  readonly flush: () => Promise<Result<void, StateProblem>>;
}

/** The file's name in the state folder. */
export const verdictsFile = "verdicts";

/**
 * Opens the verdicts of a workspace.
 * @param stateFolder the workspace's state folder; it is made only when there is something to write
 */
export async function openVerdictStore(
  stateFolder: string,
  storage: Storage = nodeStorage,
): Promise<Result<VerdictStore, StateProblem>> {
  const path = join(stateFolder, verdictsFile);
  const opened = await openDigestFile(storage, path, limits.rememberedVerdicts);
  if (!opened.ok) return opened;
  const clean = opened.value;
  return success({
    isClean: (key) => clean.get(key) !== undefined,
    rememberClean: (key) => {
      clean.set(key, 0);
    },
    flush: async () => {
      if (!clean.hasNew()) return success(undefined);
      const secured = await secureFolder(storage, stateFolder);
      return secured.ok ? await clean.flush() : secured;
    },
  });
}
