import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionFolderName } from "../../src/state/store-paths.ts";
import { agentSession } from "../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n" };
const day = 24 * 60 * 60;

/** As if nothing below a folder had been written for some days. */
function age(folder: string, days: number): void {
  const then = Date.now() / 1000 - days * day;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(folder, name), then, then);
  }
}

test("a new session removes the state that has expired, and nothing else", async () => {
  const workspace = makeWorkspace({ files: start });
  const state = workspace.at(".git/vale-state");
  const lists = join(workspace.home, ".local/state/valehook/sessions");
  const old = agentSession(workspace);
  await old.pre();
  age(state, 15);
  age(lists, 91);
  const recent = agentSession(workspace);
  await recent.pre();
  expect(readdirSync(state)).not.toContain(sessionFolderName(old.id));
  expect(readdirSync(lists)).toEqual([sessionFolderName(recent.id)]);
  age(state, 13);
  const next = agentSession(workspace);
  await next.pre();
  expect(readdirSync(state)).toContain(sessionFolderName(recent.id));
  workspace.write("docs/a.md", "foobad\n");
  expect((await recent.post()).context).toContain("docs/a.md:1:1");
});

test("what can't be removed keeps no session from starting", async () => {
  const workspace = makeWorkspace({ files: start });
  await agentSession(workspace).pre();
  const state = workspace.at(".git/vale-state");
  workspace.write(`.git/vale-state/${"0".repeat(32)}`, "a file where a folder belongs\n");
  age(state, 15);
  const session = agentSession(workspace);
  expect((await session.pre()).raw).toMatchObject({ code: 0, stderr: "" });
  workspace.write("docs/a.md", "foobad\n");
  expect((await session.post()).context).toContain("docs/a.md:1:1");
});
