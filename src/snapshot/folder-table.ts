import { relPathBytes, relPathFromBytes, type RelPath } from "../base/rel-path.ts";
import type { FolderColumns, Snapshot } from "./snapshot.ts";
import { entryBits, folderBits, STAMP_FIELDS } from "./snapshot.ts";

/** The folders above a list of paths, parents before children, and the row of each path's own folder. */
export interface FolderTable {
  readonly columns: FolderColumns;
  readonly names: readonly RelPath[];
  /** Row of the folder that directly holds a path, by the path's index. */
  readonly folderOf: Uint32Array;
}

export const ROOT_ROW = 0;

/** Collects the folders above `paths`. No stamp is taken. */
export function folderTable(paths: readonly RelPath[]): FolderTable {
  const build: FolderBuild = {
    rows: new Map([["", ROOT_ROW]]),
    names: ["" as RelPath],
    entries: [0],
    parents: [0],
  };
  const folderOf = new Uint32Array(paths.length);
  let lastName = "";
  let lastRow = ROOT_ROW;
  for (let index = 0; index < paths.length; index += 1) {
    const name = parentName(paths[index] ?? "");
    if (name !== lastName) {
      lastName = name;
      lastRow = rowFor(build, name, index);
    }
    folderOf[index] = lastRow;
  }
  return { columns: columnsOf(build), names: build.names, folderOf };
}

interface FolderBuild {
  readonly rows: Map<string, number>;
  readonly names: RelPath[];
  readonly entries: number[];
  readonly parents: number[];
}

function rowFor(build: FolderBuild, name: string, entry: number): number {
  const known = build.rows.get(name);
  if (known !== undefined) return known;
  const parent = rowFor(build, parentName(name), entry);
  const row = build.names.length;
  build.rows.set(name, row);
  build.names.push(name as RelPath);
  build.entries.push(entry);
  build.parents.push(parent);
  return row;
}

function columnsOf(build: FolderBuild): FolderColumns {
  const count = build.names.length;
  const bits = new Uint8Array(count);
  for (let row = 1; row < count; row += 1) {
    const parent = build.parents[row] ?? ROOT_ROW;
    bits[parent] = (bits[parent] ?? 0) | folderBits.inner;
  }
  return {
    entries: Uint32Array.from(build.entries),
    lengths: Uint16Array.from(build.names, (name) => relPathBytes(name).length),
    parents: Uint32Array.from(build.parents),
    bits,
    stamps: new BigInt64Array(count * STAMP_FIELDS),
  };
}

/** The folder part of a path, without a closing slash; empty for what lies in the root. */
function parentName(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

/** Reads folders' paths off the names of a snapshot's entries. */
export function folderNames(
  snapshot: Snapshot,
  nameOf: (entry: number) => RelPath,
): (row: number) => RelPath {
  const { entries, lengths } = snapshot.folders;
  const { bits, starts } = snapshot.entries;
  return (row) => {
    const entry = entries[row] ?? 0;
    const length = lengths[row] ?? 0;
    if (((bits[entry] ?? 0) & entryBits.wide) === 0)
      return nameOf(entry).slice(0, length) as RelPath;
    const start = starts[entry] ?? 0;
    return relPathFromBytes(snapshot.listing.subarray(start, start + length));
  };
}
