import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import type { StateProblem } from "../../../src/base/problem.ts";
import { failure } from "../../../src/base/result.ts";
import { folderLock } from "../../../src/state/lock.ts";
import { nodeStorage } from "../../../src/state/node-storage.ts";
import type { Step } from "../../../src/state/step.ts";
import type { Storage } from "../../../src/state/storage.ts";
import { openSessionStore, type SessionStore } from "../../../src/state/store.ts";
import { freshSession } from "../../support/sessions.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const deadline = deadlineIn(60_000);

/** Starts the session where there is none, and tells what was set aside. */
async function startOr(store: SessionStore): Promise<readonly StateProblem[] | StateProblem> {
  const result = await store.update(deadline, ({ session, asides }) => {
    const value = asides.map(({ problem }) => problem);
    const step: Step<typeof value> =
      session === undefined
        ? { kind: "start", session: freshSession(), baseline: Buffer.from("b"), value }
        : { kind: "keep", value };
    return Promise.resolve(step);
  });
  return result.ok ? result.value : result.problem;
}

async function started(everStarted = false) {
  const stateFolder = join(await temporaryFolder(), "vale-state");
  const options = { stateFolder, sessionId: "s", everStarted: () => Promise.resolve(everStarted) };
  const store = openSessionStore(options);
  const first = openSessionStore({ stateFolder, sessionId: "s" });
  expect(await startOr(first)).toEqual([]);
  return { store, stateFolder };
}

describe("state-damaged:", () => {
  test("state cut short at any byte is set aside as it is and replaced", async () => {
    const { store, stateFolder } = await started();
    const whole = await readFile(store.paths.session);
    for (const length of [0, 1, 50, whole.length - 1]) {
      await writeFile(store.paths.session, whole.subarray(0, length));
      const told = await startOr(store);
      const asides = (await readdir(stateFolder)).filter((name) => name.includes(".damaged."));
      expect(told).toHaveLength(asides.length);
      expect(told).toContainEqual({
        code: "state-damaged",
        file: "session.json",
        asideAs: asides.at(-1),
      });
      const kept = await readFile(join(stateFolder, asides.at(-1) ?? "", "session.json"));
      expect(kept).toEqual(whole.subarray(0, length));
    }
  });
});

describe("state-version:", () => {
  test("state of a future version is set aside as it is and replaced", async () => {
    const { store, stateFolder } = await started();
    await writeFile(store.paths.session, '{"version":9,"new":"shape"}\n');
    const told = await startOr(store);
    const aside = (await readdir(stateFolder)).find((name) => name.includes(".version."));
    expect(told).toEqual([{ code: "state-version", file: "session.json", asideAs: aside }]);
  });
});

describe("state-deleted:", () => {
  test("a session whose folder is gone, but that is known to have started", async () => {
    const { store, stateFolder } = await started(true);
    await rm(stateFolder, { recursive: true });
    expect(await startOr(store)).toEqual([{ code: "state-deleted" }]);
    expect(await startOr(store), "said until it is marked as told").toEqual([
      { code: "state-deleted" },
    ]);
  });

  test("a session whose file is gone while its baseline is there", async () => {
    const { store } = await started();
    await rm(store.paths.session);
    expect(await startOr(store)).toEqual([{ code: "state-deleted" }]);
  });

  test("a session that went on, and whose baseline is gone", async () => {
    const { store } = await started();
    await store.update(deadline, () =>
      Promise.resolve({ kind: "save", session: freshSession({ checks: "c2" }), value: 0 }),
    );
    await rm(store.paths.baseline);
    expect(await startOr(store)).toEqual([{ code: "state-deleted" }]);
  });
});

describe("state-unwritable:", () => {
  const operations = ["writeAtomic", "createOnce", "makeFolder", "read", "entry", "list"] as const;
  const cases = operations.flatMap((operation) =>
    ["ENOSPC", "EROFS", "EIO"].map((errno) => [errno, operation] as const),
  );

  test.each(cases)("%s at %s is told, and what was there stays", async (errno, operation) => {
    const { store, stateFolder } = await started();
    const before = await readFile(store.paths.session);
    const broken: Storage = {
      ...nodeStorage,
      [operation]: (path: string) => Promise.resolve(failure({ path, errno })),
    };
    for (const sessionId of ["s", "t"]) {
      const onBroken = openSessionStore({ stateFolder, sessionId, storage: broken });
      const result = await onBroken.update(deadline, ({ session }) =>
        Promise.resolve<Step<number>>(
          session === undefined
            ? { kind: "start", session: freshSession(), baseline: Buffer.from("b"), value: 0 }
            : { kind: "save", session: { ...session, checks: "new" }, value: 0 },
        ),
      );
      const problem = { code: "state-unwritable", errno };
      if (!result.ok) expect(result.problem).toMatchObject(problem);
      else expect(["createOnce", "makeFolder"]).toContain(operation);
    }
    if (operation !== "createOnce" && operation !== "makeFolder") {
      expect(await readFile(store.paths.session)).toEqual(before);
    }
    expect(await readdir(stateFolder)).not.toContain(`${store.paths.name}.lock`);
  });

  test("a folder that can't be written to", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    const store = openSessionStore({
      stateFolder: join(folder, "file", "vale-state"),
      sessionId: "s",
    });
    expect(await startOr(store)).toMatchObject({ code: "state-unwritable", errno: "ENOTDIR" });
  });
});

describe("state-unsafe:", () => {
  test("a state folder that is a link, whose target stays untouched", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "elsewhere"));
    await symlink(join(folder, "elsewhere"), join(folder, "vale-state"));
    const stateFolder = join(folder, "vale-state");
    const store = openSessionStore({ stateFolder, sessionId: "s" });
    expect(await startOr(store)).toMatchObject({ code: "state-unsafe", path: stateFolder });
    expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
  });

  test("a linked .codex that a workspace brought along", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "elsewhere"));
    await symlink(join(folder, "elsewhere"), join(folder, ".codex"));
    const stateFolder = join(folder, ".codex", "vale-state");
    const store = openSessionStore({ stateFolder, sessionId: "s" });
    expect(await startOr(store)).toMatchObject({
      code: "state-unsafe",
      path: join(folder, ".codex"),
    });
    expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
  });

  test("a session's folder that is a link", async () => {
    const { store, stateFolder } = await started();
    const other = openSessionStore({ stateFolder, sessionId: "t" });
    await symlink(store.paths.folder, other.paths.folder);
    await rm(store.paths.baseline);
    expect(await startOr(other)).toMatchObject({ code: "state-unsafe", path: other.paths.folder });
  });

  test("a state folder of another user", async () => {
    const { stateFolder } = await started();
    const storage: Storage = {
      ...nodeStorage,
      entry: async (path) => {
        const found = await nodeStorage.entry(path);
        if (!found.ok || found.value === undefined) return found;
        return { ok: true, value: { ...found.value, uid: found.value.uid + 1 } };
      },
    };
    const store = openSessionStore({ stateFolder, sessionId: "s", storage });
    expect(await startOr(store)).toMatchObject({ code: "state-unsafe", path: stateFolder });
  });

  test("a folder that is ours but open to others is closed to them", async () => {
    const { store, stateFolder } = await started();
    await chmod(stateFolder, 0o777);
    expect(await startOr(store)).toEqual([]);
    const entry = await nodeStorage.entry(stateFolder);
    expect(entry).toMatchObject({ value: { mode: 0o700 } });
  });
});

describe("state-busy:", () => {
  test("a lock that isn't given up by the deadline", async () => {
    const { store } = await started();
    const held = await folderLock(store.paths).acquire(deadline);
    const result = await store.update(deadlineIn(0), () =>
      Promise.resolve({ kind: "keep", value: 0 }),
    );
    expect(result).toMatchObject({ ok: false, problem: { code: "state-busy" } });
    if (held.ok) await held.value.release();
    expect(await startOr(store)).toEqual([]);
  });
});
