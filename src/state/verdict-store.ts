import { join } from "node:path";
import { limits } from "../base/limits.ts";
import type { StateProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { openDigestFile } from "./digest-file.ts";
import { nodeStorage } from "./node-storage.ts";
import { secureFolder } from "./state-folder.ts";
import type { Storage } from "./storage.ts";

/**
 * What Vale was found to say, remembered for a workspace and shared by its sessions and scans. Keys are
 * those of `textDigest` (32 hex digits), so that neither texts nor names can be read from it.
 */
export interface VerdictStore {
  readonly isClean: (key: string) => boolean;
  /** To be called only for a file that didn't change while Vale read it. */
  readonly rememberClean: (key: string) => void;
  /** A number of findings; undefined where none is remembered. */
  readonly countOf: (key: string) => number | undefined;
  readonly rememberCount: (key: string, count: number) => void;
  /** Writes what is new. Problems: `state-unwritable`, `state-unsafe`; nothing but time is lost then. */
  readonly flush: () => Promise<Result<void, StateProblem>>;
}

/** Names in the state folder. */
export const verdictFiles = { clean: "verdicts", counts: "counts" } as const;

/**
 * Opens the verdicts of a workspace.
 * @param stateFolder the workspace's state folder; it is made only when there is something to write
 */
export async function openVerdictStore(
  stateFolder: string,
  storage: Storage = nodeStorage,
): Promise<Result<VerdictStore, StateProblem>> {
  const clean = await openDigestFile(
    storage,
    join(stateFolder, verdictFiles.clean),
    limits.rememberedVerdicts,
  );
  if (!clean.ok) return clean;
  const counts = await openDigestFile(
    storage,
    join(stateFolder, verdictFiles.counts),
    limits.rememberedVerdicts,
  );
  if (!counts.ok) return counts;
  return success({
    isClean: (key) => clean.value.get(key) !== undefined,
    rememberClean: (key) => {
      clean.value.set(key, 0);
    },
    countOf: (key) => counts.value.get(key),
    rememberCount: (key, count) => {
      counts.value.set(key, Math.min(count, 0xffff_ffff));
    },
    flush: async () => {
      if (!clean.value.hasNew() && !counts.value.hasNew()) return success(undefined);
      const secured = await secureFolder(storage, stateFolder);
      if (!secured.ok) return secured;
      const flushed = await clean.value.flush();
      return flushed.ok ? await counts.value.flush() : flushed;
    },
  });
}
