import type { Digest } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { RelPath } from "../base/rel-path.ts";
import { keepNewest } from "./keep-newest.ts";
import type { ConfirmedChange } from "./record-look.ts";
import type { HeadPosition, Session, SessionFile } from "./session.ts";

/** What Git can say of a look's files. */
export interface GitKnowledge {
  /** Ids of the blobs that HEAD has at the changed paths. */
  readonly headBlobs: ReadonlyMap<RelPath, Digest>;
  /**
   * Ids of the blobs that commits made since the baseline brought, by HEAD's reflog: those of `commit`,
   * `commit (amend)`, `revert` and `am` entries and their picks.
   */
  readonly committed: ReadonlySet<Digest>;
}

export interface Origins {
  /** Brought in by Git: baseline. */
  readonly git: ReadonlyMap<RelPath, Digest>;
  /** The session's: to be checked. */
  readonly session: readonly ConfirmedChange[];
}

/**
 * Tells what Git itself brought in (a checkout, a pull, a rebase) from what the session changed. A file
 * is Git's only if it equals HEAD and its content isn't the session's own: none that was seen as the
 * session's change before, none that the session committed. Whatever can't be recognised is the session's.
 */
export function originsOf(
  session: Session,
  changes: readonly ConfirmedChange[],
  known: GitKnowledge,
): Origins {
  const git = new Map<RelPath, Digest>();
  const rest: ConfirmedChange[] = [];
  for (const change of changes) {
    if (change.kind === "present" && isGits(session, change.path, change.digest, known)) {
      git.set(change.path, change.digest);
    } else {
      rest.push(change);
    }
  }
  return { git, session: rest };
}

function isGits(session: Session, path: RelPath, digest: Digest, known: GitKnowledge): boolean {
  if (known.headBlobs.get(path) !== digest) return false;
  return !session.own.has(digest) && !known.committed.has(digest) && !holds(session, digest);
}

/** The contents of files that are still changed are the session's however long ago they were seen. */
function holds(session: Session, digest: Digest): boolean {
  let digests = held.get(session.files);
  if (digests === undefined) {
    digests = new Set([...session.files.values()].map((file) => file.digest));
    held.set(session.files, digests);
  }
  return digests.has(digest);
}

const held = new WeakMap<ReadonlyMap<RelPath, SessionFile>, ReadonlySet<Digest>>();

/** The session with what Git brought in as baseline: these files owe nothing any more. */
export function takeInFromGit(session: Session, brought: ReadonlyMap<RelPath, Digest>): Session {
  if (brought.size === 0) return session;
  const files = new Map(session.files);
  const fromGit = new Map(session.fromGit);
  for (const [path, digest] of brought) {
    files.delete(path);
    fromGit.set(path, digest);
  }
  return { ...session, files, fromGit };
}

/** The session after HEAD was seen at another place. */
export function moveHead(session: Session, head: HeadPosition | undefined): Session {
  const same =
    session.head?.commit === head?.commit && session.head?.reflogBytes === head?.reflogBytes;
  return same ? session : { ...session, head };
}

/** The session that owns further contents: those that its own commits brought. */
export function keepOwn(session: Session, contents: ReadonlySet<Digest>): Session {
  const own = keepNewest(session.own, [...contents], limits.ownContents);
  return own === session.own ? session : { ...session, own };
}
