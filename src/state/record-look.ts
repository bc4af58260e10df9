import type { Digest } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { RelPath } from "../base/rel-path.ts";
import { isBaselineContent, type Look, type Present } from "./confirmed-change.ts";
import { keepNewest } from "./keep-newest.ts";
import { renameSources } from "./rename-sources.ts";
import type { Session, SessionFile } from "./session.ts";

/**
 * The session after a look, with every changed file pending. A deleted file owes nothing, nor does one
 * that has its baseline content again. A content that is seen again keeps what is known of it: looking
 * twice at the same changes is the same as once. What Git brought in must be taken out of the look
 * before (`git-origin.ts`).
 */
export function recordLook(session: Session, look: Look): Session {
  if (look.changes.length === 0) return session;
  const files = new Map(session.files);
  const fromGit = new Map(session.fromGit);
  const own: Digest[] = [];
  const sourceOf = renameSources(session, look);
  for (const change of look.changes) {
    const { path } = change;
    if (change.kind === "removed") {
      files.delete(path);
      continue;
    }
    const { digest } = change;
    if (isBaselineContent(session, look, path, digest)) {
      files.delete(path);
      if (fromGit.get(path) !== digest) fromGit.delete(path);
      continue;
    }
    own.push(digest);
    const known = session.files.get(path);
    const from = known === undefined ? sourceOf(change) : known.renamedFrom;
    files.set(path, nextFile(known, change, from));
  }
  return { ...session, files, fromGit, own: keepNewest(session.own, own, limits.ownContents) };
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
