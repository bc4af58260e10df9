import type { Disk, DiskClock, DiskStat } from "./disk.ts";
import { errnoOf } from "../base/errno.ts";
import { isRacy } from "./racy.ts";
import {
  NO_STAMP,
  rowEquals,
  setStamp,
  STAMP_FIELDS,
  type Snapshot,
  type Watched,
} from "./snapshot.ts";

/** Stamps what is watched under a clock that was read before. */
export function stampWatched(
  disk: Disk,
  paths: readonly string[],
  clock: DiskClock | undefined,
): Watched {
  const stamps = new BigInt64Array(paths.length * STAMP_FIELDS);
  const racy = new Uint8Array(paths.length);
  paths.forEach((path, row) => {
    const stat = statWatched(disk, path);
    setStamp(stamps, row, stat ?? NO_STAMP);
    racy[row] = stat !== undefined && isRacy(stat, clock) ? 1 : 0;
  });
  return { paths, stamps, racy };
}

/**
 * The watched paths that may have changed: another stamp, come, gone, or racy. A hint, as every stamp is: the
 * contents decide.
 */
export function watchedChanges(watched: Watched, disk: Disk): string[] {
  return watched.paths.filter((path, row) => {
    if (watched.racy[row] === 1) return true;
    return !rowEquals(watched.stamps, row, statWatched(disk, path) ?? NO_STAMP);
  });
}

/** The same snapshot, watching other paths from now on. */
export function withWatched(snapshot: Snapshot, paths: readonly string[], disk: Disk): Snapshot {
  return { ...snapshot, watched: stampWatched(disk, paths, disk.touchClock()) };
}

/** One that may not be looked at counts as absent: Vale can't read it either. */
function statWatched(disk: Disk, path: string): DiskStat | undefined {
  try {
    return disk.statWatched(path);
  } catch (error) {
    errnoOf(error);
    return undefined;
  }
}
