import type { RelPath } from "../base/rel-path.ts";
import type { Unchecked } from "../base/problem.ts";
import type { JudgedFile } from "../check/judge-file.ts";
import type { ToldContent } from "../state/say-once.ts";
import type { Session } from "../state/session.ts";
import { listedDigest } from "./listed-findings.ts";
import type { RootSession } from "./root-session.ts";

/** Whether the agent has read what is listed of a file: of this very content, and the same by these checks. */
export function isTold(root: RootSession, session: Session, file: JudgedFile): boolean {
  const known = session.files.get(file.outcome.path);
  if (known === undefined) return false;
  return known.toldFor === known.digest || known.toldAs === listedKey(root, session, file);
}

/** Whether the agent was told of an unchecked file's content. */
export function isFaultTold(session: Session, { path }: Unchecked): boolean {
  const known = session.files.get(path);
  return known !== undefined && known.toldFor === known.digest;
}

/** What is to be remembered once these files were told. */
export function toldContents(
  root: RootSession,
  session: Session,
  judged: readonly JudgedFile[],
  unchecked: readonly Unchecked[],
): ReadonlyMap<RelPath, ToldContent> {
  const told = new Map<RelPath, ToldContent>();
  for (const { path } of unchecked) {
    const digest = session.files.get(path)?.digest;
    if (digest !== undefined) told.set(path, { digest });
  }
  for (const file of judged) {
    const { path } = file.outcome;
    const digest = session.files.get(path)?.digest;
    if (digest !== undefined) told.set(path, { digest, as: listedKey(root, session, file) });
  }
  return told;
}

/** The content counts, too: what an edit has left as it was is told again, so that it isn't taken for mended. */
function listedKey(root: RootSession, session: Session, file: JudgedFile): string {
  const digest = session.files.get(file.outcome.path)?.digest ?? "";
  return `${digest} ${listedDigest(root, file)}`;
}
