import type { Shard } from "./scan-flags.ts";

/**
 * The part of some files that a shard checks. The shards of one list are disjoint, together the whole, and
 * balanced by bytes: the largest file goes to the shard that has least. The order of the list doesn't matter.
 */
export function filesOfShard<T extends { readonly path: string; readonly bytes: number }>(
  files: readonly T[],
  shard: Shard,
): T[] {
  const loads = Array.from({ length: shard.count }, () => 0);
  const chosen: T[] = [];
  for (const file of files.toSorted(largestFirst)) {
    const least = loads.indexOf(Math.min(...loads));
    // A file costs something even if it is empty.
    loads[least] = (loads[least] ?? 0) + file.bytes + 1;
    if (least === shard.index - 1) chosen.push(file);
  }
  return chosen;
}

type Sized = { readonly path: string; readonly bytes: number };

function largestFirst(a: Sized, b: Sized): number {
  return b.bytes - a.bytes || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
