import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { openSessionStore } from "../../../src/state/store.ts";
import type { Step, StepInput } from "../../../src/state/step.ts";
import { freeLock } from "../../support/memory-lock.ts";
import { MemoryDisk, memoryStorage, type Before } from "../../support/memory-storage.ts";
import { freshSession } from "../../support/sessions.ts";

function storeOn(disk: MemoryDisk, options: { before?: Before; everStarted?: boolean } = {}) {
  return openSessionStore({
    stateFolder: "/git/vale-state",
    sessionId: "s",
    storage: memoryStorage(disk, options.before),
    lock: freeLock(),
    everStarted: () => Promise.resolve(options.everStarted ?? false),
  });
}

const start: Step<string> = {
  kind: "start",
  session: freshSession(),
  baseline: Buffer.from("snapshot 1"),
  baselineLines: Buffer.from("lines"),
  value: "started",
};
const deadline = deadlineIn(60_000);
const startOrKeep = (input: StepInput): Promise<Step<unknown>> =>
  Promise.resolve(input.session === undefined ? start : { kind: "keep", value: input });

async function started(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  await storeOn(disk).update(deadline, startOrKeep);
  return disk;
}

describe("session store", () => {
  test("a first step finds no session and may start one", async () => {
    const disk = new MemoryDisk();
    const store = storeOn(disk);
    const seen: StepInput[] = [];
    const result = await store.update(deadline, (input) => {
      seen.push(input);
      return Promise.resolve(start);
    });
    expect(result).toEqual({ ok: true, value: "started" });
    expect(seen).toEqual([{ session: undefined, asides: [] }]);
    expect(await store.read("baseline")).toEqual({ ok: true, value: Buffer.from("snapshot 1") });
    expect(await store.read("current")).toEqual({ ok: true, value: Buffer.from("snapshot 1") });
    expect(await store.read("baselineLines")).toEqual({ ok: true, value: Buffer.from("lines") });
    expect(await store.peek()).toEqual({
      ok: true,
      value: { ...freshSession(), generation: 1 },
    });
  });

  test("a step that changes nothing writes nothing", async () => {
    const disk = await started();
    const writes: string[] = [];
    const before: Before = (operation, path) => {
      if (!["read", "entry", "list"].includes(operation)) writes.push(`${operation} ${path}`);
      return Promise.resolve(undefined);
    };
    const store = storeOn(disk, { before });
    await store.update(deadline, startOrKeep);
    await store.update(deadline, ({ session }) =>
      Promise.resolve({ kind: "save", session: { ...(session ?? freshSession()) }, value: 0 }),
    );
    expect(writes).toEqual([]);
  });

  test("each write counts the generation up, and the session is written before the snapshot", async () => {
    const disk = await started();
    const writes: string[] = [];
    const before: Before = (operation, path) => {
      if (operation === "writeAtomic") writes.push(path.slice(path.lastIndexOf("/") + 1));
      return Promise.resolve(undefined);
    };
    const store = storeOn(disk, { before });
    const result = await store.update(deadline, ({ session }) =>
      Promise.resolve({
        kind: "save",
        session: { ...(session ?? freshSession()), checks: "c2" },
        current: Buffer.from("snapshot 2"),
        value: session?.generation,
      }),
    );
    expect(result).toEqual({ ok: true, value: 1 });
    expect(writes).toEqual(["session.json", "current"]);
    expect(await store.peek()).toMatchObject({ value: { generation: 2, checks: "c2" } });
    expect(await store.read("baseline")).toMatchObject({ value: Buffer.from("snapshot 1") });
  });

  test("a step whose session another holder of the lock wrote is asked again with theirs", async () => {
    const disk = await started();
    const store = storeOn(disk);
    const seen: unknown[] = [];
    const result = await store.update(deadline, async ({ session }) => {
      seen.push(session?.checks);
      if (seen.length === 1) await save(disk, "theirs");
      const next = { ...(session ?? freshSession()), startedAtMs: 7 };
      return { kind: "save", session: next, value: seen.length };
    });
    expect(result).toEqual({ ok: true, value: 2 });
    expect(seen).toEqual(["checks-1", "theirs"]);
    expect(await store.peek()).toMatchObject({
      value: { checks: "theirs", startedAtMs: 7, generation: 3 },
    });
  });

  test("of two that start at once the first wins, and the other goes on from its baseline", async () => {
    const disk = new MemoryDisk();
    let rounds = 0;
    const result = await storeOn(disk).update(deadline, async (input) => {
      rounds += 1;
      if (rounds === 1) await storeOn(disk).update(deadline, startOrKeep);
      if (input.session !== undefined) return { kind: "keep", value: "went on" };
      return { ...start, baseline: Buffer.from("late snapshot") };
    });
    expect(result).toEqual({ ok: true, value: "went on" });
    expect(await storeOn(disk).read("baseline")).toMatchObject({
      value: Buffer.from("snapshot 1"),
    });
  });

  test("a step that is always overtaken gives up as busy", async () => {
    const disk = await started();
    let count = 0;
    const result = await storeOn(disk).update(deadline, async ({ session }) => {
      count += 1;
      await save(disk, `theirs ${count}`);
      return { kind: "save", session: { ...(session ?? freshSession()), checks: "x" }, value: 0 };
    });
    expect(result).toMatchObject({ ok: false, problem: { code: "state-busy" } });
  });

  test("a start that was killed before its baseline leaves nothing that counts", async () => {
    const disk = await started();
    for (const path of disk.named("/baseline")) disk.nodes.delete(path);
    const seen: StepInput[] = [];
    await storeOn(disk).update(deadline, (input) => {
      seen.push(input);
      return startOrKeep(input);
    });
    expect(seen).toEqual([{ session: undefined, asides: [] }]);
  });

  test("a file that the caller finds bad is set aside with all the rest", async () => {
    const disk = await started();
    const seen: StepInput[] = [];
    await storeOn(disk).update(deadline, (input): Promise<Step<unknown>> => {
      seen.push(input);
      return Promise.resolve(
        input.session === undefined
          ? start
          : { kind: "bad-file", file: "current", cause: "damaged" },
      );
    });
    expect(seen.map((input) => input.session?.generation)).toEqual([1, undefined]);
    expect(seen[1]?.asides[0]?.problem).toMatchObject({ code: "state-damaged", file: "current" });
  });

  test("what was set aside is said until the session notes that it was told", async () => {
    const disk = await started();
    const [path] = disk.named("/session.json");
    disk.write(path ?? "", Buffer.from("garbage"));
    const asides = async (told: boolean) => {
      const result = await storeOn(disk).update(deadline, (input): Promise<Step<StepInput>> => {
        if (input.session === undefined) return Promise.resolve({ ...start, value: input });
        if (!told) return Promise.resolve({ kind: "keep", value: input });
        const keys = input.asides.map((aside) => aside.toldKey);
        const session = { ...input.session, told: new Set(keys) };
        return Promise.resolve({ kind: "save", session, value: input });
      });
      return result.ok ? result.value.asides.length : result;
    };
    expect([
      await asides(false),
      await asides(false),
      await asides(true),
      await asides(false),
    ]).toEqual([1, 1, 1, 0]);
  });
});

async function save(disk: MemoryDisk, checks: string): Promise<void> {
  await storeOn(disk).update(deadline, ({ session }) =>
    Promise.resolve({
      kind: "save",
      session: { ...(session ?? freshSession()), checks },
      value: 0,
    }),
  );
}
