import { appendFile, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { userSessionsFolder } from "../../../src/state/quiet-roots.ts";
import { expireSessionRoots, openSessionRoots } from "../../../src/state/session-roots.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const unset = { ok: true, value: undefined };

test("roots are listed once each, in order, for each session alone", async () => {
  const folder = join(await temporaryFolder(), "sessions");
  const roots = openSessionRoots({ folder, sessionId: "../evil id" });
  expect(await roots.roots()).toEqual({ ok: true, value: [] });
  for (const root of ["/b", "/a\nb", "/b"]) expect(await roots.addRoot(root)).toEqual(unset);
  expect(await roots.roots()).toEqual({ ok: true, value: ["/b", "/a\nb"] });
  const other = openSessionRoots({ folder, sessionId: "else" });
  expect(await other.roots()).toEqual({ ok: true, value: [] });
  const [name = ""] = await readdir(folder);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test("what was said where no state could be kept is remembered", async () => {
  const folder = join(await temporaryFolder(), "sessions");
  const roots = openSessionRoots({ folder, sessionId: "s" });
  expect(await roots.wasSaid("state-unwritable")).toEqual({ ok: true, value: false });
  expect(await roots.markSaid("state-unwritable")).toEqual(unset);
  expect(await roots.wasSaid("state-unwritable")).toEqual({ ok: true, value: true });
});

test("a line that was cut short, or isn't ours, costs no other line", async () => {
  const folder = join(await temporaryFolder(), "sessions");
  const roots = openSessionRoots({ folder, sessionId: "s" });
  await roots.addRoot("/a");
  const [name = ""] = await readdir(folder);
  await appendFile(join(folder, name), '\n{"root":"relative"}\n{"root":"/cut');
  await roots.addRoot("/b");
  expect(await roots.roots()).toEqual({ ok: true, value: ["/a", "/b"] });
  expect(await readFile(join(folder, name), "utf8")).toContain('{"root":"/b"}');
});

test("roots that are added at once are all there", async () => {
  const folder = join(await temporaryFolder(), "sessions");
  const names = Array.from({ length: 20 }, (_, index) => `/root ${index}`);
  await Promise.all(
    names.map((root) => openSessionRoots({ folder, sessionId: "s" }).addRoot(root)),
  );
  const found = await openSessionRoots({ folder, sessionId: "s" }).roots();
  expect(found.ok ? found.value.toSorted() : found).toEqual(names.toSorted());
});

test("a home that can't be written to, or none, is told", async () => {
  const home = await temporaryFolder();
  await writeFile(join(home, "file"), "");
  const blocked = openSessionRoots({ folder: join(home, "file", "x"), sessionId: "s" });
  expect(await blocked.addRoot("/a")).toMatchObject({ problem: { code: "state-unwritable" } });
  const homeless = openSessionRoots({ folder: undefined, sessionId: "s" });
  expect(await homeless.addRoot("/a")).toMatchObject({ problem: { code: "state-unwritable" } });
});

test("the user's folder follows the XDG rule: relative names don't count", () => {
  expect(userSessionsFolder({ XDG_STATE_HOME: "/x" }, "/home/me")).toBe("/x/valehook/sessions");
  for (const env of [{}, { XDG_STATE_HOME: "" }, { XDG_STATE_HOME: "rel" }]) {
    expect(userSessionsFolder(env, "/home/me")).toBe("/home/me/.local/state/valehook/sessions");
  }
  expect(userSessionsFolder({}, "")).toBeUndefined();
});

test("lists that nothing was added to for long expire, files of others don't", async () => {
  const folder = join(await temporaryFolder(), "sessions");
  await openSessionRoots({ folder, sessionId: "old" }).addRoot("/a");
  const [old = ""] = await readdir(folder);
  await openSessionRoots({ folder, sessionId: "new" }).addRoot("/a");
  await writeFile(join(folder, "theirs"), "");
  const longAgo = new Date("2020-01-01");
  for (const name of [old, "theirs"]) await utimes(join(folder, name), longAgo, longAgo);
  expect(await expireSessionRoots(folder, Date.now())).toEqual(unset);
  expect(await readdir(folder)).toHaveLength(2);
  expect(await readdir(folder)).not.toContain(old);
});
