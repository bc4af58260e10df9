import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import { baselineDigest, type Look, type Present, type Removed } from "./confirmed-change.ts";
import type { Session } from "./session.ts";

/**
 * Finds the path whose baseline a new path inherits: the removed file that had this content, else the one that had this
 * inode, else the one whose text is most alike. Of several that had the content the one with the inode counts, else any,
 * if they began as the same. A file system may give a new file the inode of a deleted one; then lines that
 * the two share count as old, which they were.
 */
export function renameSources(
  session: Session,
  look: Look,
): (change: Present) => RelPath | undefined {
  const byContent = new Map<Digest, Removed[]>();
  const byInode = new Map<bigint, Removed[]>();
  for (const change of look.changes) {
    if (change.kind !== "removed") continue;
    const { path, ino } = change;
    const contents = new Set([
      session.files.get(path)?.digest,
      baselineDigest(session, look, path),
    ]);
    for (const digest of contents) add(byContent, digest, change);
    add(byInode, ino, change);
  }
  const baselineOf = (path: RelPath): Digest | undefined => baselineDigest(session, look, path);
  return ({ path, digest, stamp }) => {
    if (baselineOf(path) !== undefined) return undefined;
    const sameInode = byInode.get(stamp.ino) ?? [];
    const sameContent = byContent.get(digest) ?? [];
    const source =
      sameContent.find((one) => sameInode.includes(one)) ??
      theOne(sameContent, ({ path: from }) => baselineOf(from)) ??
      (sameContent.length === 0 ? theOne(sameInode, ({ path: from }) => from) : undefined);
    const from = source?.path ?? look.alike?.get(path);
    if (from === undefined) return undefined;
    return baselineOf(from) === undefined ? session.files.get(from)?.renamedFrom : from;
  };
}

/** The first by name of candidates that come to the same; of none or of different ones, none. */
function theOne(
  candidates: readonly Removed[],
  what: (one: Removed) => string | undefined,
): Removed | undefined {
  if (new Set(candidates.map(what)).size > 1) return undefined;
  return candidates.toSorted(({ path: a }, { path: b }) => (a < b ? -1 : 1))[0];
}

function add<K>(lists: Map<K, Removed[]>, key: K | undefined, one: Removed): void {
  if (key === undefined) return;
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}
