import type { RelPath } from "../base/rel-path.ts";
import { errnoOf } from "../base/errno.ts";
import type { FileStamp } from "./file-stamp.ts";

/**
 * What a look needs of a work tree: the port between what decides and what touches the machine. Paths
 * are relative to the root that the disk was opened for, `watched` paths are absolute.
 */
export interface Disk {
  /**
   * What is at a path, its last component not followed; `undefined` where nothing is. Throws
   * the system's error for anything else (`EACCES`, `ENOTDIR` …).
   */
  lstat(path: RelPath): DiskStat | undefined;
  /** The same for a watched path, symbolic links followed. */
  statWatched(path: string): DiskStat | undefined;
  /** Content of a regular file of at most `maxBytes`; never follows a link in the last place, never waits for a FIFO. */
  readFile(path: RelPath, maxBytes: number): FileRead;
  /**
   * Reads the file system's own clock by touching a file on it. `undefined` where nothing can be
   * written: then no stamp can be called older than the look.
   */
  touchClock(): DiskClock | undefined;
  /** Waits a little for the file system's clock to move on. */
  pause(ms: number): Promise<void>;
  /**
   * Milliseconds by which the wall clock leads a clock that never steps. It shrinks when the wall clock is
   * set back, and only then.
   */
  wallClockLeadMs(): number;
}

/** The fields of `lstat` that are used. A `BigIntStats` of node:fs is one. */
export interface DiskStat extends FileStamp {
  readonly mode: bigint;
  readonly dev: bigint;
}

/** A reading of a file system's clock and the device it belongs to. */
export interface DiskClock {
  readonly ns: bigint;
  readonly dev: bigint;
}

export type FileRead =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "absent" }
  | { readonly kind: "not-regular" }
  | { readonly kind: "too-large"; readonly bytes: number }
  | { readonly kind: "failed"; readonly errno: string };

const TYPE_MASK = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

export function isRegularFile(stat: DiskStat): boolean {
  return (Number(stat.mode) & TYPE_MASK) === REGULAR;
}

export function isFolder(stat: DiskStat): boolean {
  return (Number(stat.mode) & TYPE_MASK) === FOLDER;
}

/** What one look at a path gave: `unknown` where the system refused to tell. */
export type Sight =
  | { readonly kind: "found"; readonly stat: DiskStat }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown"; readonly errno: string };

export function lookAt(disk: Disk, path: RelPath): Sight {
  try {
    const stat = disk.lstat(path);
    return stat === undefined ? { kind: "absent" } : { kind: "found", stat };
  } catch (error) {
    const errno = errnoOf(error);
    // A component above is no folder.
    return errno === "ENOTDIR" ? { kind: "absent" } : { kind: "unknown", errno };
  }
}
