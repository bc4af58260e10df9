import { textsDigest, type Digest } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { RelPath } from "../base/rel-path.ts";
import { keepNewest } from "./keep-newest.ts";
import type { CheckOwner, Observed, Session } from "./session.ts";

/** Whether something that is said once a session (a problem's code and what it is about) wasn't said yet. */
export function isUntold(session: Pick<Session, "told">, key: string): boolean {
  return !session.told.has(key);
}

/** The session after it was said. To be saved only after the answer was written. */
export function markSaid(session: Session, keys: readonly string[]): Session {
  const told = keepNewest(session.told, keys, Number.POSITIVE_INFINITY);
  if (told === session.told && !session.hasNews) return session;
  return { ...session, told, hasNews: false };
}

/** What the agent was told of a file. */
export interface ToldContent {
  readonly digest: Digest;
  /** Digest of what was said. */
  readonly as?: string | undefined;
}

/** The session after the agent was told of these contents. To be saved only after the answer was written. */
export function markTold(session: Session, contents: ReadonlyMap<RelPath, ToldContent>): Session {
  const files = new Map(session.files);
  let changed = false;
  for (const [path, { digest, as }] of contents) {
    const file = files.get(path);
    if (file === undefined || (file.toldFor === digest && file.toldAs === as)) continue;
    files.set(path, { ...file, toldFor: digest, toldAs: as });
    changed = true;
  }
  return changed ? { ...session, files } : session;
}

/** The session after a Stop blocked on findings, given as digests of path, check, line text and match. */
export function markBlocked(session: Session, findings: readonly string[]): Session {
  const blocked = keepNewest(session.blocked, findings, limits.blockedFindings);
  if (blocked === session.blocked && session.blocking === undefined) return session;
  return { ...session, blocked, blocking: undefined };
}

/**
 * The session once a process is about to block on findings; undefined where it must not: others blocked on all of them
 * meanwhile, or one that may be alive is about to.
 */
export function claimBlock(
  session: Session,
  findings: readonly string[],
  { owner, nowMs, mayBeAlive }: BlockClaimant,
): Session | undefined {
  if (findings.every((key) => session.blocked.has(key))) return undefined;
  const claim = { owner, atMs: nowMs, findings: textsDigest([...findings].sort()) };
  const other = session.blocking;
  const isTaken =
    other !== undefined &&
    other.findings === claim.findings &&
    Math.abs(nowMs - other.atMs) < limits.hookMs &&
    mayBeAlive(other.owner);
  return isTaken ? undefined : { ...session, blocking: claim };
}

export interface BlockClaimant {
  readonly owner: CheckOwner;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly mayBeAlive: (owner: CheckOwner) => boolean;
}

/** The session after findings were kept instead of said, in observe mode. */
export function keepObserved(session: Session, findings: readonly Observed[]): Session {
  if (findings.length === 0) return session;
  const observed = [...session.observed, ...findings].slice(-limits.observedFindings);
  return { ...session, observed };
}
