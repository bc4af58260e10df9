import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { claimDue, isDue, settle, type SettledCheck } from "../../../src/state/checks-due.ts";
import { markTold } from "../../../src/state/say-once.ts";
import type { ConfirmedChange } from "../../../src/state/confirmed-change.ts";
import { dropVanished, recordLook } from "../../../src/state/record-look.ts";
import type { Session, SessionFile } from "../../../src/state/session.ts";
import type { Step } from "../../../src/state/step.ts";
import { openSessionStore, type SessionStore } from "../../../src/state/store.ts";
import { SharedLock, type FakeProcess } from "../../support/memory-lock.ts";
import { MemoryDisk, memoryStorage } from "../../support/memory-storage.ts";
import {
  baselineOf,
  digestOf,
  freshSession,
  present,
  removed,
  stampOf,
} from "../../support/sessions.ts";

/** Files of the workspace with their versions. A version is a stamp, never met twice; its last digit is the content. */
type World = Map<string, number>;

/** The content that stands for a deletion. */
const DELETED = 4;

const START: World = new Map([
  ["a.md", 0],
  ["b.md", 0],
]);
const baseline = baselineOf({ "a.md": "a.md 0", "b.md": "b.md 0" });
const textOf = (path: string, version: number) => `${path} ${version % 10}`;
const verdictOf = (file: SessionFile): SettledCheck["result"] =>
  (file.stamp.mtimeNs % 10n) % 2n === 0n
    ? { state: "clean" }
    : { state: "findings", keys: ["a"], teller: undefined };

/** What a hook does with the state: look and claim, check without the lock, settle. */
async function hook(
  store: SessionStore,
  world: World,
  pid: number,
  isStop: boolean,
): Promise<void> {
  const owner = { pid, startTime: "1" };
  const claimed = await store.update(deadlineIn(60_000), async ({ session }) => {
    if (session === undefined) return startStep();
    return await lookStep(store, world, session, owner, isStop);
  });
  if (!claimed.ok || claimed.value.length === 0) return;
  const outcomes = claimed.value.map((file) => ({
    path: file.path,
    stamp: file.stamp,
    result: verdictOf(file),
  }));
  await store.update(deadlineIn(60_000), ({ session }): Promise<Step<number>> => {
    if (session === undefined) return Promise.resolve({ kind: "keep", value: 0 });
    return Promise.resolve({
      kind: "save",
      session: settle(session, "checks-1", outcomes),
      value: 0,
    });
  });
  const told = new Map(claimed.value.map(({ path, digest }) => [path, { digest }]));
  await store.update(deadlineIn(60_000), ({ session }): Promise<Step<number>> => {
    if (session === undefined) return Promise.resolve({ kind: "keep", value: 0 });
    return Promise.resolve({ kind: "save", session: markTold(session, told), value: 0 });
  });
}

async function hooks(
  store: SessionStore,
  world: World,
  pid: number,
  isStop: boolean,
): Promise<void> {
  for (let count = 0; count < 4; count += 1) await hook(store, world, pid, isStop);
}

function startStep(): Step<readonly SessionFile[]> {
  return { kind: "start", session: freshSession(), baseline: snapshotOf(START), value: [] };
}

async function lookStep(
  store: SessionStore,
  world: World,
  session: Session,
  owner: { pid: number; startTime: string },
  isStop: boolean,
): Promise<Step<readonly SessionFile[]>> {
  const last = await store.read("current");
  // A start that lost its snapshot to a crash goes on from the baseline.
  const bytes = last.ok && last.value !== undefined ? last.value : snapshotOf(START);
  const now = new Map(world);
  const recorded = recordLook(session, { changes: changesBetween(bytes, now), baseline });
  const looked = dropVanished(recorded, (path) => now.has(path));
  const claim = claimDue(looked, owner, () => true, { evenIfOwned: isStop });
  return { kind: "save", session: claim.session, current: snapshotOf(now), value: claim.claimed };
}

function snapshotOf(world: World): Buffer {
  return Buffer.from(JSON.stringify([...world]));
}

function changesBetween(bytes: Buffer, now: World): ConfirmedChange[] {
  const last = new Map(JSON.parse(bytes.toString()) as [string, number][]);
  const changes: ConfirmedChange[] = [];
  for (const [path, version] of now) {
    if (last.get(path) !== version) {
      changes.push(present(path, textOf(path, version), stampOf(version)));
    }
  }
  for (const path of last.keys()) if (!now.has(path)) changes.push(removed(path));
  return changes;
}

interface Plan {
  /** Which of the waiting processes goes on, turn by turn. */
  readonly turns: readonly number[];
  /** Turns at which the process that is to go on is killed instead. */
  readonly kills: ReadonlySet<number>;
  /** Turns at which the lock may be taken from a living holder. */
  readonly takeovers: ReadonlySet<number>;
  /** Turns at which somebody edits, deletes or makes a file. */
  readonly edits: ReadonlyMap<number, readonly [path: string, content: number]>;
}

interface Waiting {
  readonly process: FakeProcess;
  readonly go: () => void;
}

/** Runs hooks side by side, one storage call at a time, as the plan says, then one last Stop alone. */
async function play(plan: Plan): Promise<{ disk: MemoryDisk; world: World; store: SessionStore }> {
  const disk = new MemoryDisk();
  const world: World = new Map(START);
  const lock = new SharedLock();
  let turn = 0;
  let waiting: Waiting[] = [];
  const storeOf = (process: FakeProcess, pause: () => Promise<void>): SessionStore =>
    openSessionStore({
      stateFolder: "/git/vale-state",
      sessionId: "s",
      storage: memoryStorage(disk, async () => {
        await pause();
        return undefined;
      }),
      lock: lock.of(process, pause, () => plan.takeovers.has(turn)),
    });
  let running = 0;
  const launch = (pid: number, isStop: boolean): void => {
    const process: FakeProcess = { killed: false };
    const pause = () => new Promise<void>((go) => waiting.push({ process, go }));
    running += 1;
    void hooks(storeOf(process, pause), world, pid, isStop).finally(() => {
      running -= 1;
    });
  };
  launch(1, false);
  launch(2, false);
  launch(3, true);
  for (; turn < plan.turns.length && running > 0; turn += 1) {
    await settled();
    const edit = plan.edits.get(turn);
    // Nothing is edited before there is a baseline: a tool runs after its PreToolUse.
    if (edit !== undefined && disk.named("/baseline").length > 0) applyEdit(world, turn, edit);
    if (waiting.length === 0) continue;
    const index = (plan.turns[turn] ?? 0) % waiting.length;
    const next = waiting[index];
    waiting = waiting.filter((_, at) => at !== index);
    if (next === undefined) continue;
    if (plan.kills.has(turn)) {
      next.process.killed = true;
      running -= 1;
      launch(10 + turn, false);
    } else next.go();
  }
  await settled();
  for (const { process } of waiting) process.killed = true;
  const store = storeOf({ killed: false }, settled);
  await hook(store, world, 1_000, true);
  await hook(store, world, 1_000, true);
  return { disk, world, store };
}

function applyEdit(world: World, turn: number, [path, content]: readonly [string, number]): void {
  if (content === DELETED) world.delete(path);
  else world.set(path, (turn + 1) * 10 + content);
}

/** Lets everything that can go on without a turn go on. */
async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const TURNS = 500;
const anyTurns = (most: number) =>
  fc.uniqueArray(fc.nat(TURNS), { size: "max", maxLength: most }).map((list) => new Set(list));
const anyEdit = fc.tuple(fc.constantFrom("a.md", "b.md", "new.md"), fc.nat(DELETED));
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  turns: fc.array(fc.nat(5), { size: "max", minLength: 30, maxLength: TURNS }),
  kills: anyTurns(12),
  takeovers: anyTurns(TURNS),
  edits: fc
    .array(fc.tuple(fc.nat(TURNS), anyEdit), { size: "max", maxLength: 60 })
    .map((list) => new Map(list)),
});

test("whatever is killed or taken over between two storage calls, no change and no verdict is lost", async () => {
  await fc.assert(
    fc.asyncProperty(anyPlan, async (plan) => {
      const { disk, world, store } = await play(plan);
      const peeked = await store.peek();
      const session = peeked.ok ? peeked.value : undefined;
      if (session === undefined) throw new Error("the session is gone");
      const changed = [...world].filter(
        ([path, version]) => baseline(present(path, "").path) !== digestOf(textOf(path, version)),
      );
      expect([...session.files.keys()].toSorted()).toEqual(
        changed.map(([path]) => path).toSorted(),
      );
      for (const [path, version] of changed) {
        const file = session.files.get(present(path, "").path);
        expect(file?.digest).toBe(digestOf(textOf(path, version)));
        expect(file === undefined ? undefined : file.check).toEqual(
          file === undefined ? undefined : verdictOf(file),
        );
        expect(file !== undefined && isDue(file)).toBe(false);
      }
      const [baselinePath] = disk.named("/baseline");
      expect(disk.bytes(baselinePath ?? "")).toEqual(snapshotOf(START));
      expect(disk.named(".damaged").length + disk.named(".deleted").length).toBe(0);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});
