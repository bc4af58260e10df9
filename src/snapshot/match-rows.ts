import type { RelPath } from "../base/rel-path.ts";
import { NO_ROW } from "./differences.ts";
import { entryCount, entryNames, type Snapshot } from "./snapshot.ts";

/** Which row of a snapshot each path of a new listing had, and the rows that are listed no more. */
export interface RowMatch {
  /** By the index of the path; {@link NO_ROW} where it is new. */
  readonly rows: Int32Array;
  readonly gone: readonly number[];
}

/**
 * Matches a new list of paths with a snapshot's entries. Two listings of one work tree are mostly in the same
 * order, so rows are walked side by side and only strays are looked up.
 */
export function matchRows(previous: Snapshot, paths: readonly RelPath[]): RowMatch {
  const count = entryCount(previous);
  const nameOf = entryNames(previous);
  const rows = new Int32Array(paths.length).fill(NO_ROW);
  const met = new Uint8Array(count);
  let index: Map<RelPath, number> | undefined;
  let beside = 0;
  if (count === 0) return { rows, gone: [] };
  for (let at = 0; at < paths.length; at += 1) {
    const path = paths[at] ?? ("" as RelPath);
    let row = beside < count && nameOf(beside) === path ? beside : undefined;
    if (row === undefined) {
      index ??= indexOf(count, nameOf);
      row = index.get(path);
    }
    if (row === undefined) continue;
    rows[at] = row;
    met[row] = 1;
    beside = row + 1;
  }
  const gone: number[] = [];
  met.forEach((seen, row) => {
    if (seen === 0) gone.push(row);
  });
  return { rows, gone };
}

function indexOf(count: number, nameOf: (row: number) => RelPath): Map<RelPath, number> {
  const index = new Map<RelPath, number>();
  for (let row = 0; row < count; row += 1) index.set(nameOf(row), row);
  return index;
}
