import type { Advance } from "./advance.ts";
import type { Change } from "./change.ts";
import { differenceAt } from "./differences.ts";
import type { Disk } from "./disk.ts";
import { folderNames } from "./folder-table.ts";
import { entryNames, takenAt, type Snapshot } from "./snapshot.ts";
import { sameRealFolders, stampFolders } from "./stamp-folders.ts";
import { stampRows } from "./stamp-rows.ts";
import { stampWatched } from "./watched.ts";

/**
 * The next snapshot where the listing is as before: `suspects` are stamped again under a new clock, all
 * else is carried over. `undefined` where folders turned out to have changed meanwhile.
 */
export async function restamp(
  previous: Snapshot,
  suspects: readonly number[],
  foldersMoved: boolean,
  disk: Disk,
): Promise<Advance | undefined> {
  const clock = disk.touchClock();
  const nameOf = entryNames(previous);
  const { starts, lengths } = previous.entries;
  const bits = previous.entries.bits.slice();
  const stamps = previous.entries.stamps.slice();
  let folders = previous.folders;
  if (foldersMoved) {
    folders = { ...folders, bits: folders.bits.slice(), stamps: folders.stamps.slice() };
    stampFolders(disk, folders, folderNames(previous, nameOf), clock);
    if (!sameRealFolders(previous.folders, folders)) return undefined;
  }
  const last = await stampRows(disk, { bits, stamps }, nameOf, suspects, clock);
  const next = {
    ...previous,
    isIntact: () => true,
    ...takenAt(disk, last),
    entries: { starts, lengths, bits, stamps },
    folders,
    watched: stampWatched(disk, previous.watched.paths, last),
  };
  const changes: Change[] = [];
  for (const row of suspects) {
    const change = differenceAt(nameOf(row), previous, row, next, row);
    if (change !== undefined) changes.push(change);
  }
  return { next, changes };
}
