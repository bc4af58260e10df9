import type { Deadline } from "../base/deadline.ts";
import type { Problem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { digestFormat } from "../scope/blobs.ts";
import { openBaseline, type BaselineView } from "../snapshot/baseline-view.ts";
import { confirmChanges } from "../snapshot/confirm-changes.ts";
import { decodeSnapshot, encodeSnapshot } from "../snapshot/snapshot-codec.ts";
import { claimDue, changeChecks } from "../state/checks-due.ts";
import { moveHead, takeInFromGit } from "../state/git-origin.ts";
import { mayBeAlive, ownIdentity } from "../state/process-identity.ts";
import { recordLook } from "../state/record-look.ts";
import type { Session, SessionFile } from "../state/session.ts";
import type { Step } from "../state/step.ts";
import { checksDigest } from "./checks-digest.ts";
import { gitOrigins } from "./git-origins.ts";
import { lookAgain, type Different } from "./look-again.ts";
import type { EarlyLook } from "./quiet-hook.ts";
import type { RootSession } from "./root-session.ts";
import { onceProblem, setAsideFact, type OnceFact } from "./told-fact.ts";

/** Where a session stands after a look at one of its workspaces. */
export interface Tracked {
  readonly kind: "tracked";
  /** As it was saved. */
  readonly session: Session;
  readonly baseline: BaselineView;
  /** What this event is to check. */
  readonly claimed: readonly SessionFile[];
  readonly facts: readonly OnceFact[];
}

export interface NoBaseline {
  readonly kind: "no-baseline";
  readonly facts: readonly OnceFact[];
}

export interface TrackOptions {
  readonly deadline: Deadline;
  readonly early: EarlyLook | undefined;
  /** A Stop checks what others are checking, too. */
  readonly evenIfOwned: boolean;
}

/**
 * Looks at a workspace, records what changed as pending, and claims what is to be checked; all in one step under the
 * session's lock. Problems are those of the state; that the files can't be listed is a fact.
 */
export async function track(
  root: RootSession,
  options: TrackOptions,
): Promise<Result<Tracked | NoBaseline, Problem>> {
  return await root.store.update(options.deadline, async ({ session, asides }) => {
    const facts = asides.map(setAsideFact);
    if (session === undefined) return { kind: "keep", value: { kind: "no-baseline", facts } };
    return await trackSession(root, session, facts, options);
  });
}

type TrackStep = Step<Tracked | NoBaseline>;

async function trackSession(
  root: RootSession,
  session: Session,
  facts: readonly OnceFact[],
  { early, evenIfOwned }: TrackOptions,
): Promise<TrackStep> {
  const read = await readSnapshots(root);
  if (read.kind === "bad-file") return read;
  const { baseline, current, currentBytes } = read;
  const looked = await lookAgain(root, currentBytes, current, early);
  const damaged = { kind: "bad-file", file: "current", cause: "damaged" } as const;
  if (looked.ok && looked.value.kind === "damaged") return damaged;
  const found = looked.ok && looked.value.kind === "different" ? looked.value : undefined;
  const taken = await takeIn(root, session, baseline, found);
  const { session: next, claimed } = claimDue(taken.session, ownIdentity(), mayBeAlive, {
    evenIfOwned,
  });
  const value: Tracked = {
    kind: "tracked",
    session: next,
    baseline,
    claimed,
    facts: [...facts, ...taken.facts, ...(looked.ok ? [] : [onceProblem(looked.problem)])],
  };
  if (found === undefined) return { kind: "save", session: next, value };
  return { kind: "save", session: next, current: encodeSnapshot(found.next), value };
}

type ReadSnapshots =
  | Extract<TrackStep, { kind: "bad-file" }>
  | {
      readonly kind: "read";
      readonly baseline: BaselineView;
      readonly current: Extract<ReturnType<typeof decodeSnapshot>, { ok: true }>["value"];
      readonly currentBytes: Buffer;
    };

async function readSnapshots({ store }: RootSession): Promise<ReadSnapshots> {
  const bad = (file: "baseline" | "current"): ReadSnapshots => ({
    kind: "bad-file",
    file,
    cause: "damaged",
  });
  const baselineBytes = await store.read("baseline");
  if (!baselineBytes.ok || baselineBytes.value === undefined) return bad("baseline");
  const baseline = openBaseline(baselineBytes.value, () => store.readNow("baselineLines"));
  if (!baseline.ok) return bad("baseline");
  const bytes = await store.read("current");
  if (!bytes.ok || bytes.value === undefined) return bad("current");
  const current = decodeSnapshot(bytes.value);
  if (!current.ok) return bad("current");
  return {
    kind: "read",
    baseline: baseline.value,
    current: current.value,
    currentBytes: bytes.value,
  };
}

/** The session with what a look found, and what is to be said of it. */
async function takeIn(
  root: RootSession,
  session: Session,
  baseline: BaselineView,
  found: Different | undefined,
): Promise<{ readonly session: Session; readonly facts: readonly OnceFact[] }> {
  if (found === undefined) return { session, facts: [] };
  const facts: OnceFact[] = [];
  let next = session;
  if (found.watchedChanged.length > 0) {
    const checks = checksDigest(found.next.watched.paths);
    if (checks !== session.checks) {
      next = changeChecks(next, checks);
      facts.push({
        fact: { kind: "checks-changed", paths: shownPaths(root, found.watchedChanged) },
        key: `checks:${checks}`,
      });
    }
  }
  const { workspace, settings } = root.open;
  const confirmed = await confirmChanges(found.changes, {
    disk: root.disk,
    format: digestFormat(workspace),
  });
  const origins = await gitOrigins(workspace, next, baseline, confirmed);
  if (origins.problem !== undefined) facts.push(onceProblem(origins.problem));
  if (origins.git.size > 0) {
    facts.push({ fact: { kind: "git-brought", files: origins.git.size }, key: undefined });
  }
  next = takeInFromGit(next, origins.git);
  next = recordLook(next, {
    changes: origins.session,
    baseline: (path) => baseline.digestOf(path),
    committed: origins.committed,
  });
  void settings;
  return { session: moveHead(next, origins.head), facts };
}

function shownPaths(root: RootSession, paths: readonly string[]): string[] {
  const prefix = `${root.open.workspace.root}/`;
  return paths.map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : path));
}
void success;
