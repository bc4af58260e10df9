import type { RelPath } from "../base/rel-path.ts";
import { passTick } from "./clock.ts";
import { isRegularFile, lookAt, type Disk, type DiskClock, type DiskStat } from "./disk.ts";
import { nextTurn } from "./next-turn.ts";
import { isRacy } from "./racy.ts";
import { entryBits, NO_STAMP, setStamp } from "./snapshot.ts";

/** The columns of a snapshot that is being made. */
export interface StampTarget {
  readonly bits: Uint8Array;
  readonly stamps: BigInt64Array;
}

/** Rows between two turns of the event loop, in which children's pipes are drained. */
const SLICE = 512;

interface Young {
  readonly row: number;
  readonly stat: DiskStat;
}

/**
 * Takes the stamps of some rows. `clock` was read before; where files are only just racy, one tick is
 * waited for and they are stamped again. Returns the clock that the last stamps belong to.
 */
export async function stampRows(
  disk: Disk,
  target: StampTarget,
  nameOf: (row: number) => RelPath,
  rows: readonly number[],
  clock: DiskClock | undefined,
): Promise<DiskClock | undefined> {
  const young: Young[] = [];
  for (const [done, row] of rows.entries()) {
    const stat = stampRow(disk, target, nameOf, row, clock);
    if (stat !== undefined) young.push({ row, stat });
    if (done % SLICE === SLICE - 1) await nextTurn();
  }
  if (young.length === 0 || clock === undefined) return clock;
  const later = await passTick(
    disk,
    clock,
    young.map((one) => one.stat),
  );
  if (later.ns === clock.ns) return clock;
  for (const { row } of young) stampRow(disk, target, nameOf, row, later);
  return later;
}

/** Stamps one row; returns what was seen if it is racy. */
function stampRow(
  disk: Disk,
  target: StampTarget,
  nameOf: (row: number) => RelPath,
  row: number,
  clock: DiskClock | undefined,
): DiskStat | undefined {
  const kept = (target.bits[row] ?? 0) & entryBits.wide;
  const sight = lookAt(disk, nameOf(row));
  if (sight.kind === "unknown") {
    // No stamp at all and racy: whatever is there counts as changed until it can be seen.
    target.bits[row] = kept | entryBits.racy;
    setStamp(target.stamps, row, NO_STAMP);
    return undefined;
  }
  if (sight.kind === "absent" || !isRegularFile(sight.stat)) {
    target.bits[row] = kept | entryBits.absent;
    setStamp(target.stamps, row, NO_STAMP);
    return undefined;
  }
  const racy = isRacy(sight.stat, clock);
  target.bits[row] = kept | (racy ? entryBits.racy : 0);
  setStamp(target.stamps, row, sight.stat);
  return racy ? sight.stat : undefined;
}
