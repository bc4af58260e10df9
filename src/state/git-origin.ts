import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { ConfirmedChange } from "./confirmed-change.ts";
import type { Session, SessionFile } from "./session.ts";

/** What Git can say of a look's files. */
export interface GitKnowledge {
  /** Ids of the blobs that HEAD has at the changed paths, removed ones too. */
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
  /** Files that Git had brought in and took away again: there is no such baseline any more. */
  readonly takenAway: ReadonlySet<RelPath>;
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
  const takenAway = new Set<RelPath>();
  const rest: ConfirmedChange[] = [];
  for (const change of changes) {
    if (change.kind === "present" && isGits(session, change.path, change.digest, known)) {
      git.set(change.path, change.digest);
    } else {
      rest.push(change);
    }
    if (change.kind === "removed" && !known.headBlobs.has(change.path)) takenAway.add(change.path);
  }
  return { git, takenAway, session: rest };
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
export function takeInFromGit(
  session: Session,
  { git, takenAway }: Pick<Origins, "git" | "takenAway">,
): Session {
  if (git.size === 0 && takenAway.size === 0) return session;
  const files = new Map(session.files);
  const fromGit = new Map(session.fromGit);
  for (const path of takenAway) fromGit.delete(path);
  for (const [path, digest] of git) {
    files.delete(path);
    fromGit.set(path, digest);
  }
  return { ...session, files, fromGit };
}
