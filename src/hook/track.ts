import type { Deadline } from "../base/deadline.ts";
import type { Unchecked } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { digestFormat } from "../scope/blobs.ts";
import { lookAt } from "../snapshot/disk.ts";
import { decodeSnapshot, encodeSnapshot } from "../snapshot/snapshot-codec.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { claimDue } from "../state/checks-due.ts";
import { mayBeAlive, ownIdentity } from "../state/process-identity.ts";
import { dropVanished } from "../state/record-look.ts";
import type { Session, SessionFile } from "../state/session.ts";
import type { Step } from "../state/step.ts";
import { openBaseline, type BaselineView } from "./baseline-view.ts";
import { lookAgain } from "./look-again.ts";
import type { EarlyLook } from "./quiet-look.ts";
import { isRefusal, noteRefusal } from "./refusal.ts";
import type { RootSession } from "./root-session.ts";
import { nothingTaken, takeIn } from "./take-in.ts";
import { onceProblem, setAsideFact, type OnceFact } from "./told-fact.ts";

/** Where a session stands after a look at one of its workspaces. */
export interface Tracked {
  readonly kind: "tracked";
  /** As it was saved. */
  readonly session: Session;
  readonly baseline: BaselineView;
  /** What this event is to check. */
  readonly claimed: readonly SessionFile[];
  /** Changed files whose content could not be read yet; the next look asks again. */
  readonly unread: readonly Unchecked[];
  readonly facts: readonly OnceFact[];
  /** The workspace has more files than the settings allow; what changed was not taken in. */
  readonly refused: boolean;
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
): Promise<Result<Tracked | NoBaseline>> {
  const { store } = root;
  const tracked = await store.update<StepValue>(options.deadline, async ({ session, asides }) => {
    const { settingsProblem } = root.open;
    const facts = [
      ...asides.map(setAsideFact),
      ...(settingsProblem === undefined ? [] : [onceProblem(settingsProblem)]),
    ];
    if (session === undefined) return { kind: "keep", value: { kind: "no-baseline", facts } };
    return await trackSession(root, session, facts, options);
  });
  if (!tracked.ok || tracked.value.kind === "no-baseline") return tracked;
  const kept = [
    // A root that is missing in the session's list (the start was killed, the list deleted) is put there again.
    await root.roots.addRoot(root.open.workspace.root),
    await noteRefusal(root, tracked.value.refused),
  ];
  const problems = kept.flatMap((one) => (one.ok ? [] : [onceProblem(one.problem)]));
  return success({ ...tracked.value, facts: [...tracked.value.facts, ...problems] });
}

type StepValue = Tracked | NoBaseline;
type TrackStep = Step<StepValue>;

async function trackSession(
  root: RootSession,
  session: Session,
  facts: readonly OnceFact[],
  { early, evenIfOwned, deadline }: TrackOptions,
): Promise<TrackStep> {
  const read = await readSnapshots(root);
  if (read.kind === "bad-file") return read;
  const { baseline, current, currentBytes } = read;
  const { look: looked, unreadable } = await lookAgain(root, currentBytes, current, early);
  const look = looked.ok ? looked.value : undefined;
  if (look?.kind === "damaged") return badFile("current", "damaged");
  const taken =
    look?.kind === "different"
      ? await takeIn(root, { session, baseline, current, found: look, deadline })
      : nothingTaken(session);
  const there = dropVanished(taken.session, (path) => lookAt(root.disk, path).kind !== "absent");
  const { session: next, claimed } = claimDue(there, ownIdentity(), mayBeAlive, { evenIfOwned });
  const problems = looked.ok ? unreadable : [looked.problem];
  const value: Tracked = {
    kind: "tracked",
    session: next,
    baseline,
    claimed,
    unread: taken.unread,
    refused: taken.refused || (!looked.ok && isRefusal(looked.problem)),
    facts: [...facts, ...taken.facts, ...problems.map(onceProblem)],
  };
  if (taken.next === undefined) return { kind: "save", session: next, value };
  return { kind: "save", session: next, current: encodeSnapshot(taken.next), value };
}

type ReadSnapshots =
  | Extract<TrackStep, { kind: "bad-file" }>
  | {
      readonly kind: "read";
      readonly baseline: BaselineView;
      readonly current: Snapshot;
      readonly currentBytes: Buffer;
    };

async function readSnapshots({ store, open }: RootSession): Promise<ReadSnapshots> {
  const baseline = await openBaseline(store, digestFormat(open.workspace));
  if (!baseline.ok) return badFile("baseline", baseline.problem);
  const bytes = await store.read("current");
  if (!bytes.ok || bytes.value === undefined) return badFile("current", "damaged");
  const current = decodeSnapshot(bytes.value);
  if (!current.ok) return badFile("current", current.problem);
  return {
    kind: "read",
    baseline: baseline.value,
    current: current.value,
    currentBytes: bytes.value,
  };
}

function badFile(
  file: "baseline" | "current",
  cause: "damaged" | "version",
): Extract<TrackStep, { kind: "bad-file" }> {
  return { kind: "bad-file", file, cause };
}
