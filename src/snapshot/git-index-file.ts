import { lstatSync, readFileSync } from "node:fs";
import { errnoOf } from "../base/errno.ts";

/** An index file and its time, by which Git tells entries that may have changed unseen. */
export interface GitIndexFile {
  readonly bytes: Buffer;
  readonly mtimeNs: bigint;
}

/**
 * Reads a work tree's index file. `undefined` where there is none that can be read (nothing was added yet); a missing
 * index costs time only, for contents are then hashed. The time is taken first: a later one would trust more.
 */
export function readGitIndexFile(path: string): GitIndexFile | undefined {
  try {
    const { mtimeNs } = lstatSync(path, { bigint: true });
    return { bytes: readFileSync(path), mtimeNs };
  } catch (error) {
    errnoOf(error);
    return undefined;
  }
}
