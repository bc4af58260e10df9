import type { RelPath } from "../base/rel-path.ts";
import type { Advance } from "./advance.ts";
import type { Change } from "./change.ts";
import { differenceAt, NO_ROW } from "./differences.ts";
import type { Disk } from "./disk.ts";
import { folderTable, ROOT_ROW, type FolderTable } from "./folder-table.ts";
import { listedEntries, type ListedEntries } from "./listing-entries.ts";
import { matchRows, type RowMatch } from "./match-rows.ts";
import {
  entryBits,
  entryNames,
  folderBits,
  isPresent,
  setStamp,
  stampAt,
  STAMP_FIELDS,
  takenAt,
  type Snapshot,
} from "./snapshot.ts";
import { stampFolders } from "./stamp-folders.ts";
import { stampRows, type StampTarget } from "./stamp-rows.ts";
import { stampWatched } from "./watched.ts";

/**
 * The next snapshot under another listing (or another rule of what is eligible): stamps are carried over
 * where the path was listed before and isn't suspect, all others are taken under a new clock.
 */
export async function relist(
  previous: Snapshot,
  suspects: ReadonlySet<number>,
  listing: Buffer,
  isEligible: (path: RelPath) => boolean,
  disk: Disk,
): Promise<Advance> {
  const clock = disk.touchClock();
  const listed = listedEntries(listing, isEligible);
  const table = folderTable(listed.paths);
  stampFolders(disk, table.columns, (row) => table.names[row] ?? ROOT_NAME, clock);
  const match = matchRows(previous, listed.paths);
  const target = {
    bits: listed.bits,
    stamps: new BigInt64Array(listed.paths.length * STAMP_FIELDS),
  };
  const fresh = carryOver(previous, suspects, listed, table, match, target);
  const nameOf = (row: number): RelPath => listed.paths[row] ?? ROOT_NAME;
  const last = await stampRows(disk, target, nameOf, fresh, clock);
  const next: Snapshot = {
    listing,
    entries: { starts: listed.starts, lengths: listed.lengths, ...target },
    folders: table.columns,
    watched: stampWatched(disk, previous.watched.paths, last),
    ...takenAt(disk, last),
    isIntact: () => true,
  };
  return { next, changes: changesBetween(previous, next, listed, match) };
}

const ROOT_NAME = "" as RelPath;

/** Carries known stamps over and marks what lies under a folder that isn't real; returns the rows left to stamp. */
function carryOver(
  previous: Snapshot,
  suspects: ReadonlySet<number>,
  listed: ListedEntries,
  table: FolderTable,
  match: RowMatch,
  target: StampTarget,
): number[] {
  const fresh: number[] = [];
  for (let row = 0; row < listed.paths.length; row += 1) {
    const folder = table.folderOf[row] ?? ROOT_ROW;
    const before = match.rows[row] ?? NO_ROW;
    if (((table.columns.bits[folder] ?? 0) & folderBits.unreal) !== 0) {
      target.bits[row] = (target.bits[row] ?? 0) | entryBits.shadowed;
    } else if (before !== NO_ROW && isPresent(previous, before) && !suspects.has(before)) {
      setStamp(target.stamps, row, stampAt(previous.entries.stamps, before));
    } else {
      fresh.push(row);
    }
  }
  return fresh;
}

function changesBetween(
  previous: Snapshot,
  next: Snapshot,
  listed: ListedEntries,
  match: RowMatch,
): Change[] {
  const changes: Change[] = [];
  const add = (change: Change | undefined): void => {
    if (change !== undefined) changes.push(change);
  };
  listed.paths.forEach((path, row) => {
    add(differenceAt(path, previous, match.rows[row] ?? NO_ROW, next, row));
  });
  const previousName = entryNames(previous);
  for (const row of match.gone) add(differenceAt(previousName(row), previous, row, next, NO_ROW));
  return changes;
}
