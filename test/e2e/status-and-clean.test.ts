import { utimesSync } from "node:fs";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

test("status shows a session under a name that scan takes; clean removes it once it is old or at any age", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "Fine.\n" } });
  const run = async (...args: readonly string[]) =>
    await runValehook(args, { cwd: workspace.root, env: workspace.env });
  expect(await run("status")).toMatchObject({ code: 0, stderr: "" });

  const session = agentSession(workspace);
  await session.pre();
  workspace.write("a.md", "foobad\n");
  await session.post();
  const shown = await run("status");
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).not.toContain(session.id);
  const name = /^([0-9a-f]{8}) +just now +just now +1 +0 +findings$/m.exec(shown.stdout)?.[1];
  expect(name).toBeDefined();
  const scanned = await run("scan", "--session", name ?? "");
  expect(scanned).toMatchObject({ code: 1, stderr: "" });
  expect(scanned.stdout).toContain("a.md:1:1");
  expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({
    root: workspace.root,
    sessions: [{ usable: true, changed: 1, pending: 0, verdict: "findings" }],
  });

  expect((await run("clean")).stdout).toContain("Nothing to remove");
  const folder = workspace.at(".git/vale-state");
  const state = readdirSync(folder).find((one) => /^[0-9a-f]{32}$/.test(one)) ?? "";
  for (const entry of ["", ...readdirSync(`${folder}/${state}`)]) {
    utimesSync(`${folder}/${state}/${entry}`, new Date(0), new Date(0));
  }
  const cleaned = await run("clean", "--json");
  expect(cleaned).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(cleaned.stdout)).toMatchObject({ removed: 1, inUse: 0 });

  await session.pre();
  expect((await run("clean", "--all")).stdout).toContain("Removed the state of 1 session.");
  expect((await run("status")).stdout).toContain("No session has state");
  const unknown = await run("scan", "--session", name ?? "");
  expect(unknown).toMatchObject({ code: 2, stdout: "" });
  expect(unknown.stderr).toContain("valehook status");
});

test("status doesn't call a session clean whose configuration was taken away", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "Fine.\n" } });
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("a.md", "foobad\n");
  workspace.shell("rm .vale.ini");
  await session.post();
  const shown = await runValehook(["status", "--json"], {
    cwd: workspace.root,
    env: workspace.env,
  });
  expect(JSON.parse(shown.stdout)).toMatchObject({ sessions: [{ verdict: "skipped" }] });
});
