import type { RelPath } from "../base/rel-path.ts";
import type { Confirmed } from "./confirm-changes.ts";
import { sameStamp } from "./file-stamp.ts";
import {
  entryBits,
  entryCount,
  entryNames,
  NO_STAMP,
  setStamp,
  stampAt,
  type Snapshot,
} from "./snapshot.ts";

/**
 * The snapshot with the stamps of the contents that were read. Where a file changed between the look and
 * the reading its stamp is the later one, and is asked again at the next look because no clock was read before
 * it; where no stamp belongs to the content the entry has none, so that the next look finds it changed.
 */
export function amendSnapshot(snapshot: Snapshot, confirmed: readonly Confirmed[]): Snapshot {
  const differing = new Map<RelPath, Confirmed>();
  for (const one of confirmed) differing.set(one.path, one);
  if (differing.size === 0) return snapshot;
  const bits = snapshot.entries.bits.slice();
  const stamps = snapshot.entries.stamps.slice();
  const nameOf = entryNames(snapshot);
  for (let row = 0; row < entryCount(snapshot); row += 1) {
    const one = differing.get(nameOf(row));
    if (one !== undefined) amendRow(bits, stamps, row, one);
  }
  return { ...snapshot, entries: { ...snapshot.entries, bits, stamps } };
}

function amendRow(bits: Uint8Array, stamps: BigInt64Array, row: number, one: Confirmed): void {
  const kept = (bits[row] ?? 0) & (entryBits.wide | entryBits.shadowed);
  if (one.kind === "removed") {
    bits[row] = kept | entryBits.absent;
    setStamp(stamps, row, NO_STAMP);
  } else if (one.stamp === undefined) {
    bits[row] = kept | entryBits.racy;
    setStamp(stamps, row, NO_STAMP);
  } else if (!sameStamp(one.stamp, stampAt(stamps, row))) {
    bits[row] = kept | entryBits.racy;
    setStamp(stamps, row, one.stamp);
  }
}
