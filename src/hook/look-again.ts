import type { ScopeProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { startListing } from "../check/list-workspace.ts";
import { knownRules } from "../check/known-rules.ts";
import { look, type Look } from "../snapshot/look.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { withWatched } from "../snapshot/watched.ts";
import { isDeepStrictEqual } from "node:util";
import type { EarlyLook } from "./quiet-look.ts";
import { listingBytes } from "./listing-bytes.ts";
import type { RootSession } from "./root-session.ts";
import { watchedPaths } from "./watched-paths.ts";

/** What a look found, and the folders that it could not look into. */
export interface LookedAgain {
  readonly look: Result<Look>;
  readonly unreadable: readonly ScopeProblem[];
}

export type Different = Extract<Look, { kind: "different" }>;

/**
 * Looks at a workspace, unless an earlier look of this event still holds: it does if it was compared with the very
 * snapshot that is the last one now.
 */
export async function lookAgain(
  root: RootSession,
  currentBytes: Buffer,
  current: Snapshot,
  early: EarlyLook | undefined,
): Promise<LookedAgain> {
  if (early !== undefined && early.compared.equals(currentBytes)) {
    const found = await rewatched(root, current, early.found);
    return { look: success(found), unreadable: early.unreadable };
  }
  const unreadable: ScopeProblem[] = [];
  const found = await look({
    disk: root.disk,
    previous: current,
    startListing: () => listingBytes(startListing(root.open), unreadable),
    loadRule: async (listing) => (await knownRules(root.open, listing)).paths.isEligible,
  });
  if (!found.ok || found.value.kind !== "different") return { look: found, unreadable };
  return { look: success(await rewatched(root, current, found.value)), unreadable };
}

/** A new configuration or style is watched from the look on that found it. */
async function rewatched(
  root: RootSession,
  previous: Snapshot,
  found: Different,
): Promise<Different> {
  const { next, watchedChanged } = found;
  if (watchedChanged.length === 0 && next.listing.equals(previous.listing)) return found;
  const { configs } = await knownRules(root.open, next.listing);
  const paths = watchedPaths(root.open, configs);
  if (isDeepStrictEqual(paths, next.watched.paths)) return found;
  const known = new Set(next.watched.paths);
  const added = paths.filter((path) => !known.has(path));
  return {
    ...found,
    next: withWatched(next, paths, root.disk),
    watchedChanged: [...watchedChanged, ...added],
  };
}
