import type { RelPath } from "../base/rel-path.ts";
import { isFolder, isRegularFile, lookAt, type Disk, type DiskStat } from "./disk.ts";
import { errnoOf } from "../base/errno.ts";
import { folderNames, ROOT_ROW } from "./folder-table.ts";
import { entryBits, folderBits, rowEquals, type Snapshot } from "./snapshot.ts";

/**
 * Compares a run of entries with the disk, in place, and adds the rows that need a second look to
 * `suspects`: another stamp, racy, gone, come, or not to be told (no right to look).
 */
export function surveyEntries(
  previous: Snapshot,
  nameOf: (row: number) => RelPath,
  disk: Disk,
  from: number,
  to: number,
  suspects: number[],
): void {
  let row = from;
  while (row < to) {
    try {
      for (; row < to; row += 1) surveyEntry(previous, nameOf, disk, row, suspects);
    } catch (error) {
      errnoOf(error);
      suspects.push(row);
      row += 1;
    }
  }
}

function surveyEntry(
  previous: Snapshot,
  nameOf: (row: number) => RelPath,
  disk: Disk,
  row: number,
  suspects: number[],
): void {
  const { bits, stamps } = previous.entries;
  const state = (bits[row] ?? 0) & ~entryBits.wide;
  if ((state & entryBits.shadowed) !== 0) return;
  const stat = disk.lstat(nameOf(row));
  // An equal stamp with an inode number is the same regular file; without one, its kind is asked.
  if (state === 0 && stat !== undefined && stat.ino !== 0n && rowEquals(stamps, row, stat)) return;
  if (isSuspect(state, stamps, row, stat)) suspects.push(row);
}

function isSuspect(
  state: number,
  stamps: BigInt64Array,
  row: number,
  stat: DiskStat | undefined,
): boolean {
  const present = stat !== undefined && isRegularFile(stat);
  if ((state & entryBits.absent) !== 0) return present;
  return !present || (state & entryBits.racy) !== 0 || !rowEquals(stamps, row, stat);
}

/**
 * Whether every folder is still what it was (`moved`: so it is, but something in them came or went): a folder that became a symbolic link must not be followed,
 * one that became real must be entered. Only folders that hold folders are looked at; what is in
 * them is asked again where their stamp differs.
 */
export function foldersSince(
  previous: Snapshot,
  nameOf: (row: number) => RelPath,
  disk: Disk,
): "same" | "moved" | "different" {
  let answer: "same" | "moved" = "same";
  const { bits, parents, stamps } = previous.folders;
  const folderName = folderNames(previous, nameOf);
  const changed = new Uint8Array(bits.length);
  for (let row = ROOT_ROW; row < bits.length; row += 1) {
    const state = bits[row] ?? 0;
    const parent = parents[row] ?? ROOT_ROW;
    const unreal = (state & folderBits.unreal) !== 0;
    const doubted = changed[parent] === 1 && row !== ROOT_ROW;
    const vouches = (state & folderBits.inner) !== 0 && !unreal;
    const below = row !== ROOT_ROW && ((bits[parent] ?? 0) & folderBits.unreal) !== 0;
    if (below || !(doubted || vouches)) continue;
    const sight = lookAt(disk, folderName(row));
    if (sight.kind === "unknown") continue;
    const real = sight.kind === "found" && isFolder(sight.stat);
    if (real === unreal) return "different";
    const moved = sight.kind === "found" && !rowEquals(stamps, row, sight.stat);
    if (vouches && (moved || (state & folderBits.racy) !== 0)) {
      changed[row] = 1;
      answer = "moved";
    }
  }
  return answer;
}
