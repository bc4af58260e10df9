import { readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { readQuiet } from "../../../src/state/quiet.ts";
import { recordLook } from "../../../src/state/record-look.ts";
import type { Session } from "../../../src/state/session.ts";
import { hasBaseline, sessionPaths } from "../../../src/state/store-paths.ts";
import { openSessionStore } from "../../../src/state/store.ts";
import { baselineOf, freshSession, present } from "../../support/sessions.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function started(session: Session = freshSession()) {
  const stateFolder = join(await temporaryFolder(), "vale-state");
  await openSessionStore({ stateFolder, sessionId: "s" }).update(deadlineIn(60_000), () =>
    Promise.resolve({ kind: "start", session, baseline: Buffer.from("snapshot"), value: 0 }),
  );
  return sessionPaths(stateFolder, "s");
}

test("a session that has started is seen with its snapshot and whether it owes a check", async () => {
  const paths = await started();
  expect(hasBaseline(paths)).toBe(true);
  expect(readQuiet(paths)).toEqual({
    current: Buffer.from("snapshot"),
    owes: false,
    remains: false,
  });
  const owing = recordLook(freshSession(), {
    changes: [present("a.md", "A")],
    baseline: baselineOf({}),
  });
  expect(readQuiet(await started(owing))?.owes).toBe(true);
});

test("a session that has not started is not seen, and nothing is made for it", async () => {
  const folder = await temporaryFolder();
  const paths = sessionPaths(join(folder, "vale-state"), "s");
  expect(hasBaseline(paths)).toBe(false);
  expect(readQuiet(paths)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test("whatever is missing, damaged or a link is left to the whole path", async () => {
  const missing = await started();
  await rm(missing.current);
  expect(readQuiet(missing)).toBeUndefined();
  const damaged = await started();
  await writeFile(damaged.session, "damaged");
  expect(readQuiet(damaged)).toBeUndefined();
  const linked = await started();
  await rename(linked.stateFolder, `${linked.stateFolder}.real`);
  await symlink(`${linked.stateFolder}.real`, linked.stateFolder);
  expect(readQuiet(linked)).toBeUndefined();
});

test("no session's id can name a place outside its folder, or show in a name", () => {
  const names = ["../../x", "", "a/b", "s".repeat(100_000), "\0"].map(
    (id) => sessionPaths("/state", id).name,
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});
