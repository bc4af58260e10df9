import type { Deadline } from "../base/deadline.ts";
import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import { knownRules } from "../check/known-rules.ts";
import { digestFormat } from "../scope/blobs.ts";
import { entryCount, type Snapshot } from "../snapshot/snapshot.ts";
import { changeChecks } from "../state/checks-due.ts";
import type { ConfirmedChange } from "../state/confirmed-change.ts";
import { takeInFromGit } from "../state/git-origin.ts";
import type { Session } from "../state/session.ts";
import { alikeTexts } from "./alike-texts.ts";
import type { BaselineView } from "./baseline-view.ts";
import { checksDifference } from "./checks-contents.ts";
import { gitOrigins } from "./git-origins.ts";
import type { Different } from "./look-again.ts";
import type { RootSession } from "./root-session.ts";
import { takeInLook, type TakeInPorts, type TakenIn } from "./take-in-look.ts";
import { onceProblem, type OnceFact } from "./told-fact.ts";

export interface FoundByLook {
  readonly session: Session;
  readonly baseline: BaselineView;
  /** The snapshot that was compared with. */
  readonly current: Snapshot;
  readonly found: Different;
  readonly deadline: Deadline;
}

export interface TakenInFacts extends Pick<TakenIn, "session" | "unread"> {
  /** The snapshot to go on from, if it is another one. */
  readonly next: Snapshot | undefined;
  readonly facts: readonly OnceFact[];
  /** The look was not taken in, because the workspace has too many files. */
  readonly refused: boolean;
}

/** Where a look found nothing, or could not be taken. */
export function nothingTaken(session: Session): TakenInFacts {
  return { session, next: undefined, unread: [], facts: [], refused: false };
}

/**
 * The session with what a look found, and what is to be said of it. A look that found more files than the settings allow is
 * not taken in: the next one compares with the same snapshot again.
 */
export async function takeIn(root: RootSession, look: FoundByLook): Promise<TakenInFacts> {
  const { session, baseline, current, found, deadline } = look;
  const { maxFiles: max } = root.open.settings;
  const count = entryCount(found.next);
  if (count > max) {
    const problem = onceProblem({ code: "too-many-files", count, max });
    return { ...nothingTaken(session), facts: [problem], refused: true };
  }
  const { workspace } = root.open;
  const ports: TakeInPorts = {
    disk: root.disk,
    format: digestFormat(workspace),
    origins: async (known, changes) => await gitOrigins(workspace, known, changes),
    alike: async (known, changes) => await alikeTexts(root, known, baseline, changes),
  };
  const taken = await takeInLook(ports, {
    session: await takeInChecks(root, session, baseline, found),
    baseline: baseline.digestAt,
    current,
    found,
    deadline,
    ...(found.watchedChanged.length === 0 ? {} : { letIn: letInBy(baseline) }),
  });
  const facts: OnceFact[] = [];
  if (taken.problem !== undefined) facts.push(onceProblem(taken.problem));
  if (taken.broughtByGit > 0 && (await isConfigured(root, found.next.listing))) {
    facts.push({ fact: { kind: "git-brought", files: taken.broughtByGit }, key: undefined });
  }
  return { ...taken, facts, refused: false };
}

/** Whether any Vale configuration applies to the workspace, so that there is anybody to tell. */
async function isConfigured({ open }: RootSession, listing: Buffer): Promise<boolean> {
  const { configs, problems } = await knownRules(open, listing);
  return configs.length + problems.length > 0;
}

/** Files that the settings kept out at the baseline and let in now begin with what they hold now. */
function letInBy(
  baseline: BaselineView,
): (session: Session, changes: readonly ConfirmedChange[]) => Session {
  return (session, changes) => {
    const letIn = new Map<RelPath, Digest>();
    for (const change of changes) {
      if (change.kind === "removed" || !baseline.wasOutOfScope(change.path)) continue;
      if (session.files.has(change.path) || session.fromGit.has(change.path)) continue;
      letIn.set(change.path, change.digest);
    }
    return takeInFromGit(session, { git: letIn, takenAway: new Set() });
  };
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
