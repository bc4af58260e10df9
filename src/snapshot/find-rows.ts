import { relPathBytes, type RelPath } from "../base/rel-path.ts";
import { entryCount, entryNames, type Snapshot } from "./snapshot.ts";

/** Lookups up to which the listing is searched: an index of 20,000 names costs as much as these. */
const SEARCHED = 24;
const NUL = Buffer.from([0]);

/** Finds the rows of entries by path; `undefined` for a path that has none. For many paths it makes an index: keep it. */
export function rowFinder(snapshot: Snapshot): (path: RelPath) => number | undefined {
  let asked = 0;
  let rows: ReadonlyMap<RelPath, number> | undefined;
  return (path) => {
    asked += 1;
    if (asked > SEARCHED) rows ??= indexOf(snapshot);
    return rows === undefined ? search(snapshot, path) : rows.get(path);
  };
}

function indexOf(snapshot: Snapshot): ReadonlyMap<RelPath, number> {
  const nameOf = entryNames(snapshot);
  const rows = new Map<RelPath, number>();
  for (let row = 0; row < entryCount(snapshot); row += 1) rows.set(nameOf(row), row);
  return rows;
}

/** The row whose name this is: found in the listing's bytes, then among the starts of names. */
function search({ listing, entries }: Snapshot, path: RelPath): number | undefined {
  const name = Buffer.concat([relPathBytes(path), NUL]);
  for (let at = listing.indexOf(name); at !== -1; at = listing.indexOf(name, at + 1)) {
    const row = at === 0 || listing[at - 1] === 0 ? rowAt(entries.starts, at) : undefined;
    if (row !== undefined) return row;
  }
  return undefined;
}

/** The index of a number in an ascending list. */
function rowAt(starts: Uint32Array, start: number): number | undefined {
  let low = 0;
  let high = starts.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = starts[middle] ?? 0;
    if (found === start) return middle;
    if (found < start) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
