import type { DiskClock, DiskStat } from "./disk.ts";

/** The coarsest granule of a file system in use (FAT: 2 s), for files on another device than the clock. */
const COARSEST_GRANULE_NS = 2_000_000_000n;

/**
 * Whether a later write could leave this stamp as it is, because it is no older than the file system's
 * clock was before the stamp was taken (Git's "racy" rule). A write always sets the change time to the
 * clock, so that alone decides where the file system keeps one.
 */
export function isRacy(stat: DiskStat, clock: DiskClock | undefined): boolean {
  if (clock === undefined) return true;
  const changed = stat.ctimeNs === 0n ? stat.mtimeNs : stat.ctimeNs;
  const margin = stat.dev === clock.dev ? 0n : COARSEST_GRANULE_NS;
  return changed >= clock.ns - margin;
}
