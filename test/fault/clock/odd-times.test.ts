import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "good one\n", "docs/b.md": "All is well.\n" };

/** Dates every file below a folder. */
function date(folder: string, seconds: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(folder, name), seconds, seconds);
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Rewrites a file of the workspace with as many bytes, under a time of our own. */
function rewrite(workspace: TestWorkspace, path: string, text: string, seconds: number): void {
  expect(text).toHaveLength(workspace.read(path).length);
  workspace.write(path, text);
  utimesSync(workspace.at(path), seconds, seconds);
}

describe.each([
  ["an hour ahead", 3_600],
  ["an hour behind", -3_600],
  ["of this very second", 0],
])("files with whole-second times, %s", (_when, offset) => {
  test("change by content alone, though size and time stay as they were", async () => {
    const workspace = makeWorkspace({ files: start });
    const seconds = nowSeconds() + offset;
    date(workspace.at("docs"), seconds);
    const session = agentSession(workspace);
    await session.pre();
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    rewrite(workspace, "docs/a.md", "foobad !\n", seconds);
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    rewrite(workspace, "docs/a.md", "good one\n", seconds);
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await session.stop()).raw.stdout).toBe("");
  });
});

describe.each([
  ["forward", -3_600],
  ["back", 3_600],
])("after the clock was stepped %s by an hour", (_how, offset) => {
  test("the state is the session's own still, and so is what it remembers", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "foobad !\n");
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    date(workspace.at(".git/vale-state"), nowSeconds() + offset);
    date(workspace.at("docs"), nowSeconds() + offset);
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("docs/b.md", "foobad\n");
    const told = await session.post();
    expect(told.context).toContain("docs/b.md:1:1");
    expect(told.context).not.toContain("docs/a.md");
    expect((await session.stop()).blocked).toContain("docs/a.md:1:1");
  });
});
