import type { RelPath } from "../base/rel-path.ts";
import type { Disk } from "./disk.ts";
import { relist } from "./relist.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

/** Takes the first snapshot of a work tree: every eligible path of the listing, and what is watched. */
export async function takeSnapshot(request: {
  readonly disk: Disk;
  readonly listing: Buffer;
  readonly isEligible: (path: RelPath) => boolean;
  readonly watched: readonly string[];
}): Promise<Snapshot> {
  const { disk, listing, isEligible, watched } = request;
  const start = { ...emptySnapshot(), watched: { ...emptySnapshot().watched, paths: watched } };
  const { next } = await relist(start, new Set(), listing, isEligible, disk);
  return next;
}
