import type { RelPath } from "../base/rel-path.ts";
import { isFolder, lookAt, type Disk, type DiskClock } from "./disk.ts";
import { ROOT_ROW } from "./folder-table.ts";
import { isRacy } from "./racy.ts";
import { folderBits, setStamp, type FolderColumns } from "./snapshot.ts";

/**
 * Looks at every folder, parents first: tells the real ones from links and what is gone, and stamps those
 * that hold folders. A folder is stamped before what is in it is looked at, so that a later swap shows.
 */
export function stampFolders(
  disk: Disk,
  columns: FolderColumns,
  nameOf: (row: number) => RelPath,
  clock: DiskClock | undefined,
): void {
  const { bits, parents, stamps } = columns;
  for (let row = ROOT_ROW; row < bits.length; row += 1) {
    const inner = (bits[row] ?? 0) & folderBits.inner;
    const parent = parents[row] ?? ROOT_ROW;
    if (row !== ROOT_ROW && ((bits[parent] ?? 0) & folderBits.unreal) !== 0) {
      bits[row] = inner | folderBits.unreal;
      continue;
    }
    const sight = lookAt(disk, nameOf(row));
    if (sight.kind === "unknown") {
      // Taken for real: what is in it will be refused too, and is then named as unreadable.
      bits[row] = inner | folderBits.racy;
      continue;
    }
    if (sight.kind === "absent" || !isFolder(sight.stat)) {
      bits[row] = inner | folderBits.unreal;
      continue;
    }
    bits[row] = inner | (isRacy(sight.stat, clock) ? folderBits.racy : 0);
    if (inner !== 0) setStamp(stamps, row, sight.stat);
  }
}

/** Whether two passes over the same folders found the same ones real. */
export function sameRealFolders(a: FolderColumns, b: FolderColumns): boolean {
  return a.bits.every((bit, row) => ((bit ^ (b.bits[row] ?? 0)) & folderBits.unreal) === 0);
}
