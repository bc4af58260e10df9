import { existsSync } from "node:fs";
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deadlineIn, type Deadline } from "../../../src/base/deadline.ts";
import { folderLock } from "../../../src/state/lock.ts";
import { openSessionStore } from "../../../src/state/store.ts";
import { sessionPaths } from "../../../src/state/store-paths.ts";
import { bundleScript, runScript } from "../../support/state-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A deadline that ends at the n-th time it is asked: proof that no waiting was needed before. */
function asks(times: number): Deadline {
  let left = times;
  return { remainingMs: () => Math.max(0, --left), within: () => asks(times) };
}

async function holder(stateFolder: string) {
  await mkdir(stateFolder, { recursive: true });
  const script = await bundleScript("hold-lock", stateFolder);
  const running = runScript(script, stateFolder, "s");
  await running.printed("held");
  return running;
}

test("a lock whose owner was killed is broken at the first sight of it", async () => {
  const folder = await temporaryFolder();
  const running = await holder(folder);
  running.process.kill("SIGKILL");
  await running.ended;
  const paths = sessionPaths(folder, "s");
  expect(existsSync(paths.lock)).toBe(true);
  const held = await folderLock(paths).acquire(asks(2));
  expect(held.ok).toBe(true);
  if (held.ok) await held.value.release();
  expect(existsSync(paths.lock) || existsSync(paths.lockOwner)).toBe(false);
});

test("a lock is free again when its owner was ended by a signal", async () => {
  const folder = await temporaryFolder();
  const running = await holder(folder);
  running.process.kill("SIGTERM");
  await running.ended;
  expect(existsSync(sessionPaths(folder, "s").lock)).toBe(false);
});

test("a lock whose owner lives is waited for until the deadline, which is said", async () => {
  const folder = await temporaryFolder();
  const running = await holder(folder);
  const held = await folderLock(sessionPaths(folder, "s")).acquire(asks(4));
  expect(held).toMatchObject({ ok: false, problem: { code: "state-busy" } });
  running.process.kill("SIGKILL");
  await running.ended;
});

test("a lock without a record of its owner is broken once it stood still, whatever its times claim", async () => {
  const folder = await temporaryFolder();
  const paths = sessionPaths(folder, "s");
  await mkdir(paths.lock, { recursive: true });
  const future = new Date(Date.now() + 3_600_000);
  await utimes(paths.lock, future, future);
  const held = await folderLock(paths).acquire(deadlineIn(60_000));
  expect(held.ok).toBe(true);
  if (held.ok) await held.value.release();
});

test("the record of an earlier lock says nothing of this one", async () => {
  const folder = await temporaryFolder();
  const paths = sessionPaths(folder, "s");
  await mkdir(paths.lock, { recursive: true });
  await writeFile(paths.lockOwner, "999999999 1/aaaaaaaa/1 1 1\n");
  const held = await folderLock(paths).acquire(asks(3));
  expect(held).toMatchObject({ ok: false, problem: { code: "state-busy" } });
});

test("sixteen processes that start and update one session at once lose nothing", async () => {
  const folder = await temporaryFolder();
  const script = await bundleScript("add-told", folder);
  const names = Array.from({ length: 16 }, (_, index) => `p${index}`);
  const all = await Promise.all(
    names.map((name) => runScript(script, folder, "s", name, "4").ended),
  );
  const said = all.flatMap(({ stdout }) => stdout.trim().split("\n"));
  expect(all.map(({ stderr }) => stderr).join("")).toBe("");
  expect(said.filter((one) => one === "started")).toHaveLength(1);
  expect(said.filter((one) => one === "saved")).toHaveLength(63);
  const peeked = await openSessionStore({ stateFolder: folder, sessionId: "s" }).peek();
  expect(peeked).toMatchObject({ ok: true, value: { generation: 64 } });
  const told = peeked.ok ? peeked.value?.told : undefined;
  const expected = names.flatMap((name) => [0, 1, 2, 3].map((index) => `${name}-${index}`));
  expect([...(told ?? [])].toSorted()).toEqual(expected.toSorted());
});

test("processes that are killed while they update leave a session that goes on", async () => {
  const folder = await temporaryFolder();
  const script = await bundleScript("add-told", folder);
  for (let round = 0; round < 4; round += 1) {
    const running = runScript(script, folder, "s", `k${round}`, "100000");
    await running.printed(round === 0 ? "started" : "saved");
    running.process.kill("SIGKILL");
    await running.ended;
  }
  const last = await runScript(script, folder, "s", "last", "1").ended;
  expect(last.stdout).toBe("saved\n");
  const peeked = await openSessionStore({ stateFolder: folder, sessionId: "s" }).peek();
  const told = peeked.ok ? [...(peeked.value?.told ?? [])] : [];
  expect(told).toEqual(expect.arrayContaining(["k0-0", "k1-0", "k2-0", "k3-0", "last-0"]));
  const baseline = await readFile(join(sessionPaths(folder, "s").folder, "baseline"), "utf8");
  expect(baseline).toBe("baseline of k0");
});
