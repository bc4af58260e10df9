import type { RelPath } from "../base/rel-path.ts";
import { success, type Result } from "../base/result.ts";
import type { Advance } from "./advance.ts";
import type { Change } from "./change.ts";
import { wasSetBack } from "./clock.ts";
import type { Disk } from "./disk.ts";
import { nextTurn } from "./next-turn.ts";
import { relist } from "./relist.ts";
import { restamp } from "./restamp.ts";
import { entryBits, folderBits, entryCount, entryNames, type Snapshot } from "./snapshot.ts";
import { foldersSince, surveyEntries } from "./survey.ts";
import { watchedChanges } from "./watched.ts";

export interface LookRequest {
  readonly disk: Disk;
  readonly previous: Snapshot;
  /** Starts Git's listing (or the walk outside Git); its bytes are taken while the entries are looked at. */
  readonly startListing: () => { done(): Promise<Result<Buffer>> };
  /** Loads the rule of what is eligible in a listing. Only called where that or something watched changed. */
  readonly loadRule: (listing: Buffer) => Promise<(path: RelPath) => boolean>;
}

/**
 * What a look found. `quiet`: nothing changed, and the previous snapshot still stands.
 * `damaged`: the previous snapshot was read from a file that isn't what was written.
 */
export type Look =
  | { readonly kind: "quiet" }
  | { readonly kind: "damaged" }
  | {
      readonly kind: "different";
      readonly next: Snapshot;
      /** Hints by stamp alone; see {@link Change}. Empty if only something watched changed. */
      readonly changes: readonly Change[];
      readonly watchedChanged: readonly string[];
    };

/** Entries between two turns of the event loop, in which Git's pipe is drained. */
const SLICE = 512;

/**
 * Compares a work tree with the last snapshot of it, while Git lists. Nothing is written on a quiet look. Fails
 * only as the listing fails.
 */
export async function look(request: LookRequest): Promise<Result<Look>> {
  const { disk } = request;
  const listing = request.startListing();
  const previous = wasSetBack(disk, request.previous.clockLeadMs)
    ? doubtEverything(request.previous)
    : request.previous;
  const nameOf = entryNames(previous);
  const suspects: number[] = [];
  const count = entryCount(previous);
  for (let from = 0; from < count; from += SLICE) {
    surveyEntries(previous, nameOf, disk, from, Math.min(from + SLICE, count), suspects);
    await nextTurn();
  }
  const folders = foldersSince(previous, nameOf, disk);
  const watchedChanged = watchedChanges(previous.watched, disk);
  const listed = await listing.done();
  if (!listed.ok) return listed;
  const relisted =
    folders === "different" || watchedChanged.length > 0 || !listed.value.equals(previous.listing);
  if (!relisted && suspects.length === 0) return success({ kind: "quiet" });
  if (!request.previous.isIntact()) return success({ kind: "damaged" });
  const kept = relisted ? undefined : await restamp(previous, suspects, folders === "moved", disk);
  const advance: Advance =
    kept ??
    (await relist(
      previous,
      new Set(suspects),
      listed.value,
      await request.loadRule(listed.value),
      disk,
    ));
  return success({ kind: "different", ...advance, watchedChanged });
}

/** After the clock was set back, any stamp could be met again by a new write. */
function doubtEverything(snapshot: Snapshot): Snapshot {
  const bits = snapshot.entries.bits.map((bit) => bit | entryBits.racy);
  const folderBitsNow = snapshot.folders.bits.map((bit) => bit | folderBits.racy);
  const racy = snapshot.watched.racy.map(() => 1);
  return {
    ...snapshot,
    entries: { ...snapshot.entries, bits },
    folders: { ...snapshot.folders, bits: folderBitsNow },
    watched: { ...snapshot.watched, racy },
  };
}
