import type { ProblemCode } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { sameStamp, type FileStamp } from "../snapshot/file-stamp.ts";
import type { CheckOwner, FileCheck, Session, SessionFile, Silencing } from "./session.ts";

/**
 * Faults that lie in the content or in what it is checked with: while neither changes, trying again
 * ends the same. Every other one (a crash, a missing tool, no time left) is tried at the next event.
 */
const lasting: ReadonlySet<string> = new Set<ProblemCode>([
  "timed-out",
  "not-utf8",
  "binary",
  "too-large",
  "bad-front-matter",
]);

/**
 * Whether a file still waits for a check that could succeed now. One whose findings were found but never told (the
 * process ended before) is checked again, for the findings themselves aren't kept.
 */
export function isDue(file: SessionFile): boolean {
  switch (file.check.state) {
    case "pending":
      return true;
    case "unchecked":
      return !lasting.has(file.check.code);
    case "findings":
      return file.toldFor !== file.digest;
    case "clean":
    case "skipped":
      return false;
  }
}

/** Whether a Stop has something to say of a file. */
export function remainsOpen({ check, silencing }: SessionFile): boolean {
  if (silencing.length > 0 || check.state === "unchecked") return true;
  return check.state === "findings" && check.keys.length > 0;
}

export interface Claim {
  readonly session: Session;
  /** The files that the claimer is to check now, with the stamps that its outcomes must carry. */
  readonly claimed: readonly SessionFile[];
}

/**
 * Marks the files that are due as being checked by `owner`. One that another owner who may be alive is
 * checking is left to it, unless `evenIfOwned` (a Stop checks it in any case).
 */
export function claimDue(
  session: Session,
  owner: CheckOwner,
  mayBeAlive: (owner: CheckOwner) => boolean,
  options: { readonly evenIfOwned: boolean } = { evenIfOwned: false },
): Claim {
  const files = new Map(session.files);
  const claimed: SessionFile[] = [];
  for (const file of session.files.values()) {
    if (!isDue(file)) continue;
    if (!options.evenIfOwned && isLeftToOther(file.check, owner, mayBeAlive)) continue;
    const mine: SessionFile = { ...file, check: { state: "pending", owner } };
    files.set(file.path, mine);
    claimed.push(mine);
  }
  return { session: claimed.length === 0 ? session : { ...session, files }, claimed };
}

function isLeftToOther(
  check: FileCheck,
  owner: CheckOwner,
  mayBeAlive: (owner: CheckOwner) => boolean,
): boolean {
  const other = ownerOf(check);
  if (other === undefined) return false;
  if (other.pid === owner.pid && other.startTime === owner.startTime) return false;
  return mayBeAlive(other);
}

/** The process that is checking a file, or telling of it, now. */
export function ownerOf(check: FileCheck): CheckOwner | undefined {
  if (check.state === "pending") return check.owner;
  return check.state === "findings" ? check.teller : undefined;
}

/** How the check of one file ended; the stamp is the one it had when it was claimed. */
export interface SettledCheck {
  readonly path: RelPath;
  readonly stamp: FileStamp;
  readonly result: Exclude<FileCheck, { state: "pending" }>;
  /** Default: none. */
  readonly silencing?: readonly Silencing[];
}

/**
 * Takes in how checks ended. One counts only if the file's stamp is still the one that was checked and
 * the checks are still those it was checked with (`checks`, as in {@link Session.checks} at the claim);
 * else the file stays as it is: pending, for the next claim. An answer is never replaced by the lack of one.
 */
export function settle(
  session: Session,
  checks: string | undefined,
  settled: readonly SettledCheck[],
): Session {
  if (session.checks !== checks) return session;
  const files = new Map(session.files);
  let changed = false;
  for (const { path, stamp, result, silencing = [] } of settled) {
    const file = files.get(path);
    if (file === undefined || !sameStamp(file.stamp, stamp)) continue;
    if (file.check.state !== "pending" && file.check.state !== "unchecked") continue;
    // Of a clean or skipped content there is nothing to tell: as good as told, so that an earlier one that comes back is told again.
    const isNothing = result.state === "clean" || result.state === "skipped";
    const told = isNothing ? { toldFor: file.digest, toldAs: undefined } : {};
    files.set(path, { ...file, check: result, silencing, ...told });
    changed = true;
  }
  return changed ? { ...session, files } : session;
}

/**
 * The session under other checks: a changed Vale configuration, style, vocabulary or setting. Every file is pending again,
 * and its findings are to be told again unless they are the same.
 *
 * @param changed as {@link Session.checksChanged}
 */
export function changeChecks(
  session: Session,
  checks: string,
  changed: Session["checksChanged"] = new Map(),
): Session {
  if (session.checks === checks) return session;
  const files = new Map<RelPath, SessionFile>();
  for (const file of session.files.values()) {
    files.set(file.path, {
      ...file,
      check: { state: "pending", owner: undefined },
      toldFor: undefined,
    });
  }
  return { ...session, checks, checksChanged: changed, files };
}
