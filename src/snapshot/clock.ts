import type { Disk, DiskClock, DiskStat } from "./disk.ts";

/** Ticks longer than this aren't waited for: what is racy stays so and is confirmed at the next look. */
const LONGEST_WAIT_NS = 20_000_000n;
const PAUSE_MS = 2;
/** Differences of two clock readings below this are the readings' own. */
const STEP_MS = 250;

/**
 * Waits until the file system's clock has passed the change times of files that are only just racy, so
 * that they can be stamped again and nothing stays racy. Returns the clock as it is afterwards.
 */
export async function passTick(
  disk: Disk,
  clock: DiskClock,
  racy: readonly DiskStat[],
): Promise<DiskClock> {
  let newest = 0n;
  for (const stat of racy) {
    const changed = stat.ctimeNs === 0n ? stat.mtimeNs : stat.ctimeNs;
    if (changed > newest) newest = changed;
  }
  if (newest === 0n || newest - clock.ns > LONGEST_WAIT_NS) return clock;
  let now = clock;
  for (let waitedMs = 0; now.ns <= newest && waitedMs < 20; waitedMs += PAUSE_MS) {
    await disk.pause(PAUSE_MS);
    now = disk.touchClock() ?? now;
  }
  return now;
}

/** Whether the wall clock was set back since, so that a new write may bear the time of an old one. */
export function wasSetBack(disk: Disk, leadThenMs: number): boolean {
  return disk.wallClockLeadMs() < leadThenMs - STEP_MS;
}
