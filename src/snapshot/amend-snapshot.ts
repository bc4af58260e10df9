import type { Confirmed } from "./confirm-changes.ts";
import { sameStamp } from "./file-stamp.ts";
import { rowFinder } from "./find-rows.ts";
import { entryBits, NO_STAMP, setStamp, stampAt, type Snapshot } from "./snapshot.ts";

/**
 * The snapshot with the stamps of the contents that were read. Where a file changed between the look and
 * the reading its stamp is the later one, and is asked again at the next look because no clock was read before
 * it; where no stamp belongs to the content the entry has none, so that the next look finds it changed.
 */
export function amendSnapshot(snapshot: Snapshot, confirmed: readonly Confirmed[]): Snapshot {
  if (confirmed.length === 0) return snapshot;
  const bits = snapshot.entries.bits.slice();
  const stamps = snapshot.entries.stamps.slice();
  const rowOf = rowFinder(snapshot);
  for (const one of confirmed) {
    const row = rowOf(one.path);
    if (row !== undefined) amendRow(bits, stamps, row, one);
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
