import { existsSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textDigest } from "../../../src/base/digest.ts";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { limits } from "../../../src/base/limits.ts";
import { claimDue } from "../../../src/state/checks-due.ts";
import { expireSessions } from "../../../src/state/expire.ts";
import { listSessions } from "../../../src/state/list-sessions.ts";
import { folderLock } from "../../../src/state/lock.ts";
import { nodeStorage } from "../../../src/state/node-storage.ts";
import { ownIdentity } from "../../../src/state/process-identity.ts";
import { recordLook } from "../../../src/state/record-look.ts";
import type { Session } from "../../../src/state/session.ts";
import { openSessionStore } from "../../../src/state/store.ts";
import type { SessionPaths } from "../../../src/state/store-paths.ts";
import { openVerdictStore } from "../../../src/state/verdict-store.ts";
import { baselineOf, freshSession, present } from "../../support/sessions.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const later = () => Date.now() + limits.stateAgeMs + 60_000;
const changed = recordLook(freshSession(), {
  changes: [present("a.md", "A")],
  baseline: baselineOf({}),
});

async function start(
  stateFolder: string,
  sessionId: string,
  session: Session = freshSession(),
): Promise<SessionPaths> {
  const store = openSessionStore({ stateFolder, sessionId });
  const result = await store.update(deadlineIn(60_000), () =>
    Promise.resolve({ kind: "start", session, baseline: Buffer.from("b"), value: 0 }),
  );
  expect(result.ok).toBe(true);
  return store.paths;
}

async function age(paths: SessionPaths, toMs: number): Promise<void> {
  const names = await readdir(paths.folder);
  for (const path of [...names.map((name) => join(paths.folder, name)), paths.folder]) {
    await utimes(path, new Date(toMs), new Date(toMs));
  }
}

test("only sessions that were last written to long ago are removed, with all they left", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  const old = await start(folder, "old");
  await writeFile(`${old.folder}.owner.12`, "");
  await utimes(`${old.folder}.owner.12`, 0, 0);
  await age(old, Date.now() - limits.stateAgeMs - 60_000);
  const recent = await start(folder, "recent");
  const result = await expireSessions(folder, { nowMs: Date.now(), all: false });
  expect(result).toEqual({ ok: true, value: { sessions: 1, inUse: 0 } });
  expect(await readdir(folder)).toEqual([recent.name]);
});

test("a session whose times lie in the future stays", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  await age(await start(folder, "s"), Date.now() + 3_600_000);
  const result = await expireSessions(folder, { nowMs: Date.now(), all: false });
  expect(result).toEqual({ ok: true, value: { sessions: 0, inUse: 0 } });
});

test("a session whose lock is held, or whose files are being checked, is in use", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  const locked = await start(folder, "locked");
  const checking = claimDue(changed, ownIdentity(), () => true).session;
  const busy = await start(folder, "busy", checking);
  const held = await folderLock(locked).acquire(deadlineIn(60_000));
  for (const all of [false, true]) {
    expect(await expireSessions(folder, { nowMs: later(), all })).toEqual({
      ok: true,
      value: { sessions: 0, inUse: 2 },
    });
  }
  expect([locked, busy].every(({ baseline }) => existsSync(baseline))).toBe(true);
  if (held.ok) await held.value.release();
});

test("all of a workspace's state goes on demand, set aside and remembered ones too", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  const paths = await start(folder, "s");
  await writeFile(paths.session, "damaged");
  await openSessionStore({ stateFolder: folder, sessionId: "s" }).update(deadlineIn(60_000), () =>
    Promise.resolve({ kind: "keep", value: 0 }),
  );
  await start(folder, "t");
  const verdicts = await openVerdictStore(folder);
  if (verdicts.ok) {
    verdicts.value.rememberClean(textDigest("x"));
    await verdicts.value.flush();
  }
  await writeFile(join(folder, "clock"), "");
  const result = await expireSessions(folder, { nowMs: Date.now(), all: true });
  expect(result).toEqual({ ok: true, value: { sessions: 1, inUse: 0 } });
  expect(await readdir(folder), "what isn't the state's own stays").toEqual(["clock"]);
});

test("what killed writers left in a session that goes on is swept", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  const paths = await start(folder, "s");
  const [left, fresh] = [`${paths.current}.1-1.tmp`, `${paths.current}.2-1.tmp`];
  await writeFile(left, "half");
  await writeFile(fresh, "being written");
  await utimes(left, 0, 0);
  await expireSessions(folder, { nowMs: Date.now(), all: false });
  expect([existsSync(left), existsSync(fresh), existsSync(paths.baseline)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("sessions are listed with what they owe, the latest first, unusable ones too", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  const owing = await start(folder, "owing", changed);
  const clean = await start(folder, "clean");
  const broken = await start(folder, "broken");
  await writeFile(broken.session, "damaged");
  await age(owing, 3_000);
  await age(clean, 2_000);
  await age(broken, 1_000);
  expect(await listSessions(nodeStorage, folder)).toEqual({
    ok: true,
    value: [
      {
        name: owing.name,
        lastWriteMs: 3_000,
        known: { startedAtMs: 0, changed: 1, pending: 1, verdict: "incomplete", observed: [] },
      },
      {
        name: clean.name,
        lastWriteMs: 2_000,
        known: { startedAtMs: 0, changed: 0, pending: 0, verdict: "clean", observed: [] },
      },
      { name: broken.name, lastWriteMs: 1_000, known: undefined },
    ],
  });
  expect(await listSessions(nodeStorage, join(folder, "absent"))).toEqual({ ok: true, value: [] });
});
