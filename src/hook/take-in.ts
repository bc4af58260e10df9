import type { Deadline } from "../base/deadline.ts";
import type { Digest } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { Unchecked } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { workspaceRules } from "../check/workspace-rules.ts";
import { digestFormat } from "../scope/blobs.ts";
import { amendSnapshot } from "../snapshot/amend-snapshot.ts";
import { confirmChanges } from "../snapshot/confirm-changes.ts";
import { sameStamp } from "../snapshot/file-stamp.ts";
import { entryCount, type Snapshot } from "../snapshot/snapshot.ts";
import { changeChecks } from "../state/checks-due.ts";
import { isBaselineContent, type ConfirmedChange } from "../state/confirmed-change.ts";
import { takeInFromGit } from "../state/git-origin.ts";
import { recordLook } from "../state/record-look.ts";
import type { Session } from "../state/session.ts";
import { alikeTexts } from "./alike-texts.ts";
import type { BaselineView } from "./baseline-view.ts";
import { checksDifference } from "./checks-contents.ts";
import { readChanges } from "./confirmed-changes.ts";
import { gitOrigins } from "./git-origins.ts";
import type { Different } from "./look-again.ts";
import type { RootSession } from "./root-session.ts";
import { onceProblem, type OnceFact } from "./told-fact.ts";

export interface FoundLook {
  readonly session: Session;
  readonly baseline: BaselineView;
  /** The snapshot that was compared with. */
  readonly current: Snapshot;
  readonly found: Different;
  readonly deadline: Deadline;
}

export interface TakenIn {
  readonly session: Session;
  /** The snapshot to go on from, if it is another one. */
  readonly next: Snapshot | undefined;
  readonly unread: readonly Unchecked[];
  readonly facts: readonly OnceFact[];
  /** The look was not taken in, because the workspace has too many files. */
  readonly refused: boolean;
}

/** Where a look found nothing, or could not be taken. */
export function nothingTaken(session: Session): TakenIn {
  return { session, next: undefined, unread: [], facts: [], refused: false };
}

/**
 * The session with what a look found, and what is to be said of it. A look that found more files than the settings allow is
 * not taken in: the next one compares with the same snapshot again.
 */
export async function takeIn(root: RootSession, look: FoundLook): Promise<TakenIn> {
  const { session, baseline, current, found, deadline } = look;
  const { maxFiles: max } = root.open.settings;
  const count = entryCount(found.next);
  if (count > max) {
    const problem = onceProblem({ code: "too-many-files", count, max });
    return { ...nothingTaken(session), facts: [problem], refused: true };
  }
  const checks = await takeInChecks(root, session, baseline, found);
  const confirmed = await confirmChanges({
    disk: root.disk,
    changes: found.changes,
    format: digestFormat(root.open.workspace),
    maxFileBytes: limits.digestBytes,
    deadline,
  });
  const { changes, unread } = readChanges(current, confirmed);
  const recorded = await record(root, checks, baseline, {
    changes,
    rulesChanged: found.watchedChanged.length > 0,
    listing: found.next.listing,
  });
  return { ...recorded, next: amendSnapshot(found.next, confirmed), unread, refused: false };
}

interface RecordRequest {
  readonly changes: readonly ConfirmedChange[];
  /** Whether the settings may have let in files that were there before. */
  readonly rulesChanged: boolean;
  readonly listing: Buffer;
}

async function record(
  root: RootSession,
  before: Session,
  baseline: BaselineView,
  { changes, rulesChanged, listing }: RecordRequest,
): Promise<Pick<TakenIn, "session" | "facts">> {
  const session = rulesChanged ? takeInLetIn(before, baseline, changes) : before;
  const { returned, others } = partChanges(session, baseline, changes);
  const origins = await gitOrigins(root.open.workspace, session, others);
  const taken = takeInFromGit(session, origins);
  const recorded = recordLook(taken, {
    changes: [...returned, ...origins.session],
    baseline: baseline.digestAt,
    alike: await alikeTexts(root, taken, baseline, origins.session),
  });
  const facts: OnceFact[] = [];
  if (origins.problem !== undefined) facts.push(onceProblem(origins.problem));
  if (origins.git.size > 0 && (await isConfigured(root, listing))) {
    facts.push({ fact: { kind: "git-brought", files: origins.git.size }, key: undefined });
  }
  return { session: recorded, facts };
}

/** Whether any Vale configuration applies to the workspace, so that there is anybody to tell. */
async function isConfigured({ open }: RootSession, listing: Buffer): Promise<boolean> {
  const { configs, problems } = await workspaceRules(open, listing);
  return configs.length + problems.length > 0;
}

/** Files that the settings kept out at the baseline and let in now begin with what they hold now. */
function takeInLetIn(
  session: Session,
  baseline: BaselineView,
  changes: readonly ConfirmedChange[],
): Session {
  const letIn = new Map<RelPath, Digest>();
  for (const change of changes) {
    if (change.kind === "removed" || !baseline.wasOutOfScope(change.path)) continue;
    if (session.files.has(change.path) || session.fromGit.has(change.path)) continue;
    letIn.set(change.path, change.digest);
  }
  return takeInFromGit(session, { git: letIn, takenAway: new Set() });
}

interface PartedChanges {
  /** Files that have again what they began with. */
  readonly returned: readonly ConfirmedChange[];
  readonly others: readonly ConfirmedChange[];
}

/** A stamp is a hint: a file that holds what it was last known to hold has not changed, and is in neither list. */
function partChanges(
  session: Session,
  baseline: BaselineView,
  changes: readonly ConfirmedChange[],
): PartedChanges {
  const returned: ConfirmedChange[] = [];
  const others: ConfirmedChange[] = [];
  for (const change of changes) {
    if (change.kind === "removed") {
      others.push(change);
      continue;
    }
    const { path, digest, stamp } = change;
    const known = session.files.get(path);
    if (isBaselineContent(session, { baseline: baseline.digestAt }, path, digest)) {
      returned.push(change);
    } else if (known?.digest !== digest || !sameStamp(known.stamp, stamp)) {
      others.push(change);
    }
  }
  return { returned, others };
}

/** A change of what decides what Vale says: every file of the session is due again. */
async function takeInChecks(
  { open }: RootSession,
  session: Session,
  baseline: BaselineView,
  { watchedChanged, next }: Different,
): Promise<Session> {
  if (watchedChanged.length === 0) return session;
  const watchedAtStart = new Set(baseline.watched);
  const now = await checksDifference(open, session, next.watched.paths, watchedAtStart);
  return changeChecks({ ...session, checksAtStart: now.atStart }, now.digest, now.changed);
}
