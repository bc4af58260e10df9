import { contentDigest, type Digest } from "../base/digest.ts";
import type { Unchecked } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Confirmed } from "../snapshot/confirm-changes.ts";
import type { FileStamp } from "../snapshot/file-stamp.ts";
import { rowFinder } from "../snapshot/find-rows.ts";
import { stampAt, type Snapshot } from "../snapshot/snapshot.ts";
import type { ConfirmedChange } from "../state/confirmed-change.ts";

export interface ReadChanges {
  readonly changes: readonly ConfirmedChange[];
  /** Changed files whose content could not be told yet; the next look asks again. */
  readonly unread: readonly Unchecked[];
}

/**
 * Confirmed changes as a session records them. A file that can't be read (no right to, too large) has changed all the
 * same: its stamp stands for its content, so that it stays pending and its check says why.
 */
export function readChanges(previous: Snapshot, confirmed: readonly Confirmed[]): ReadChanges {
  const inodes = inodesOf(previous, confirmed);
  const changes: ConfirmedChange[] = [];
  const unread: Unchecked[] = [];
  for (const one of confirmed) {
    switch (one.kind) {
      case "content":
        changes.push({ kind: "present", path: one.path, digest: one.digest, stamp: one.stamp });
        break;
      case "removed":
        changes.push({ kind: "removed", path: one.path, ino: inodes.get(one.path) });
        break;
      case "unchecked": {
        const { path, stamp, problem } = one;
        if (stamp === undefined) unread.push({ path, problem });
        else changes.push({ kind: "present", path, digest: stampDigest(stamp), stamp });
        break;
      }
    }
  }
  return { changes, unread };
}

function stampDigest({ mtimeNs, ctimeNs, size, ino }: FileStamp): Digest {
  const text = `stamp ${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  return contentDigest(Buffer.from(text, "utf8"), "sha256");
}

/** The inodes that removed files had in the last snapshot: they tell a rename that also edited. */
function inodesOf(
  previous: Snapshot,
  confirmed: readonly Confirmed[],
): ReadonlyMap<RelPath, bigint> {
  const inodes = new Map<RelPath, bigint>();
  const rowOf = rowFinder(previous);
  for (const { kind, path } of confirmed) {
    const row = kind === "removed" ? rowOf(path) : undefined;
    if (row !== undefined) inodes.set(path, stampAt(previous.entries.stamps, row).ino);
  }
  return inodes;
}
