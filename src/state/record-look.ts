import type { Digest } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { FileStamp } from "../snapshot/file-stamp.ts";
import { keepNewest } from "./keep-newest.ts";
import type { Session, SessionFile } from "./session.ts";

/** A difference from the last look that the content has confirmed. */
export type ConfirmedChange =
  | {
      readonly kind: "present";
      readonly path: RelPath;
      readonly digest: Digest;
      readonly stamp: FileStamp;
    }
  /** `ino`: of the file that was there, from the last look; it tells a rename that also edited. */
  | { readonly kind: "removed"; readonly path: RelPath; readonly ino: bigint | undefined };

/** One look at the workspace, confirmed. At most one change a path; their order means nothing. */
export interface Look {
  readonly changes: readonly ConfirmedChange[];
  /** Digest of a path's content at the baseline; undefined where there was no such file. */
  readonly baseline: (path: RelPath) => Digest | undefined;
}

type Present = Extract<ConfirmedChange, { kind: "present" }>;
type Removed = Extract<ConfirmedChange, { kind: "removed" }>;

/**
 * The session after a look, with every changed file pending. A deleted file owes nothing, nor does one
 * that has its baseline content again. A content that is seen again keeps what is known of it: looking
 * twice at the same changes is the same as once. What Git brought in must be taken out of the look
 * before (`git-origin.ts`).
 */
export function recordLook(session: Session, look: Look): Session {
  if (look.changes.length === 0) return session;
  const removed = look.changes.filter((change) => change.kind === "removed");
  const present = look.changes.filter((change) => change.kind === "present");
  const files = new Map(session.files);
  const own: Digest[] = [];
  for (const { path } of removed) files.delete(path);
  for (const change of present) {
    const startedAs = baselineDigest(session, look, change.path);
    if (startedAs === change.digest) {
      files.delete(change.path);
      continue;
    }
    own.push(change.digest);
    const known = session.files.get(change.path);
    const from =
      known?.renamedFrom ??
      (known === undefined && startedAs === undefined
        ? renameSource(session, look, removed, change)
        : undefined);
    files.set(change.path, nextFile(known, change, from));
  }
  return { ...session, files, own: keepNewest(session.own, own, limits.ownContents) };
}

/**
 * The session without the files that are gone. To be asked after each look, for the changes alone don't tell
 * of all: a file that was made, recorded by a process that was killed before it kept its snapshot, and
 * deleted, is in neither snapshot.
 */
export function dropVanished(session: Session, exists: (path: RelPath) => boolean): Session {
  const files = new Map([...session.files].filter(([path]) => exists(path)));
  return files.size === session.files.size ? session : { ...session, files };
}

/** The content that a path is compared with: what Git brought in counts as if it had always been there. */
export function baselineDigest(
  session: Session,
  look: Pick<Look, "baseline">,
  path: RelPath,
): Digest | undefined {
  return session.fromGit.get(path) ?? look.baseline(path);
}

function nextFile(
  known: SessionFile | undefined,
  change: Present,
  renamedFrom: RelPath | undefined,
): SessionFile {
  const { path, digest, stamp } = change;
  const isSame = known?.digest === digest;
  return {
    path,
    digest,
    stamp,
    renamedFrom,
    check: isSame ? known.check : { state: "pending", owner: undefined },
    toldFor: known?.toldFor,
    toldAs: known?.toldAs,
    silencing: isSame ? known.silencing : [],
  };
}

/**
 * The path whose baseline a new path inherits: the one removed file that had this content, else the one
 * that had this inode. With more than one candidate it is none. A file system may give a new file the
 * inode of a deleted one; then lines that the two share count as old, which they were.
 */
function renameSource(
  session: Session,
  look: Look,
  removed: readonly Removed[],
  change: Present,
): RelPath | undefined {
  const sameContent = removed.filter(({ path }) => {
    const lastSeen = session.files.get(path)?.digest;
    return lastSeen === change.digest || baselineDigest(session, look, path) === change.digest;
  });
  const candidates =
    sameContent.length > 0 ? sameContent : removed.filter(({ ino }) => ino === change.stamp.ino);
  const [source] = candidates;
  if (source === undefined || candidates.length > 1) return undefined;
  return baselineDigest(session, look, source.path) === undefined
    ? session.files.get(source.path)?.renamedFrom
    : source.path;
}
