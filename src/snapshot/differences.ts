import type { RelPath } from "../base/rel-path.ts";
import type { Change } from "./change.ts";
import { sameStamp } from "./file-stamp.ts";
import { entryBits, isPresent, stampAt, type Snapshot } from "./snapshot.ts";

/** A row that stands for no entry. */
export const NO_ROW = -1;

/** How one path differs between two snapshots, by row in each ({@link NO_ROW}: not listed there). */
export function differenceAt(
  path: RelPath,
  previous: Snapshot,
  previousRow: number,
  next: Snapshot,
  nextRow: number,
): Change | undefined {
  const was = previousRow !== NO_ROW && isPresent(previous, previousRow);
  const is = nextRow !== NO_ROW && isPresent(next, nextRow);
  if (!is) return was ? { kind: "removed", path } : undefined;
  const stamp = stampAt(next.entries.stamps, nextRow);
  if (!was) return { kind: "added", path, stamp };
  const equal = sameStamp(stampAt(previous.entries.stamps, previousRow), stamp);
  if (!equal) return { kind: "modified", path, stamp };
  const racy = ((previous.entries.bits[previousRow] ?? 0) & entryBits.racy) !== 0;
  return racy ? { kind: "racy", path, stamp } : undefined;
}
