import type { Deadline } from "../base/deadline.ts";
import type { Unchecked } from "../base/problem.ts";
import type { Result } from "../base/result.ts";
import { digestFormat } from "../scope/blobs.ts";
import { lookAt } from "../snapshot/disk.ts";
import { decodeSnapshot, encodeSnapshot } from "../snapshot/snapshot-codec.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { claimDue, changeChecks } from "../state/checks-due.ts";
import { mayBeAlive, ownIdentity } from "../state/process-identity.ts";
import { dropVanished } from "../state/record-look.ts";
import type { Session, SessionFile } from "../state/session.ts";
import type { Step } from "../state/step.ts";
import { openBaseline, type BaselineView } from "./baseline-view.ts";
import { checksDifference } from "./checks-contents.ts";
import { alikeTexts } from "./alike-texts.ts";
import { gitOrigins } from "./git-origins.ts";
import { lookAgain, type Different } from "./look-again.ts";
import type { EarlyLook } from "./quiet-hook.ts";
import type { RootSession } from "./root-session.ts";
import { takeInLook, type TakeInPorts, type TakenIn } from "./take-in-look.ts";
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
  return await root.store.update(options.deadline, async ({ session, asides }) => {
    const { settingsProblem } = root.open;
    const facts = [
      ...asides.map(setAsideFact),
      ...(settingsProblem === undefined ? [] : [onceProblem(settingsProblem)]),
    ];
    if (session === undefined) return { kind: "keep", value: { kind: "no-baseline", facts } };
    return await trackSession(root, session, facts, options);
  });
}

type TrackStep = Step<Tracked | NoBaseline>;

async function trackSession(
  root: RootSession,
  session: Session,
  facts: readonly OnceFact[],
  { early, evenIfOwned, deadline }: TrackOptions,
): Promise<TrackStep> {
  const read = await readSnapshots(root);
  if (read.kind === "bad-file") return read;
  const { baseline, current, currentBytes } = read;
  const looked = await lookAgain(root, currentBytes, current, early);
  if (looked.ok && looked.value.kind === "damaged") return badFile("current", "damaged");
  const found = looked.ok && looked.value.kind === "different" ? looked.value : undefined;
  const taken = await takeIn(root, { session, baseline, current, found, deadline });
  const there = dropVanished(taken.session, (path) => lookAt(root.disk, path).kind !== "absent");
  const { session: next, claimed } = claimDue(there, ownIdentity(), mayBeAlive, { evenIfOwned });
  const value: Tracked = {
    kind: "tracked",
    session: next,
    baseline,
    claimed,
    unread: taken.unread,
    facts: [...facts, ...taken.facts, ...(looked.ok ? [] : [onceProblem(looked.problem)])],
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

interface Looked {
  readonly session: Session;
  readonly baseline: BaselineView;
  /** The snapshot that was compared with. */
  readonly current: Snapshot;
  readonly found: Different | undefined;
  readonly deadline: Deadline;
}

interface TakenInFacts extends Pick<TakenIn, "session" | "unread"> {
  /** The snapshot to go on from, if it is another one. */
  readonly next: Snapshot | undefined;
  readonly facts: readonly OnceFact[];
}

/** The session with what a look found, and what is to be said of it. */
async function takeIn(root: RootSession, look: Looked): Promise<TakenInFacts> {
  const { session, baseline, current, found, deadline } = look;
  if (found === undefined) return { session, next: undefined, unread: [], facts: [] };
  const { workspace } = root.open;
  const ports: TakeInPorts = {
    disk: root.disk,
    format: digestFormat(workspace),
    origins: async (known, changes) => await gitOrigins(workspace, known, changes),
    alike: async (known, changes) => await alikeTexts(root, known, baseline, changes),
  };
  const taken = await takeInLook(ports, {
    session: takeInChecks(root, session, baseline, found),
    baseline: baseline.digestAt,
    current,
    found,
    deadline,
  });
  const facts: OnceFact[] = [];
  if (taken.problem !== undefined) facts.push(onceProblem(taken.problem));
  if (taken.broughtByGit > 0) {
    facts.push({ fact: { kind: "git-brought", files: taken.broughtByGit }, key: undefined });
  }
  return { ...taken, facts };
}

/** A change of what decides what Vale says: every file of the session is due again. */
function takeInChecks(
  { open }: RootSession,
  session: Session,
  baseline: BaselineView,
  { watchedChanged, next }: Different,
): Session {
  if (watchedChanged.length === 0) return session;
  const watchedAtStart = new Set(baseline.watched);
  const now = checksDifference(open, session, next.watched.paths, watchedAtStart);
  return changeChecks({ ...session, checksAtStart: now.atStart }, now.digest, now.changed);
}
