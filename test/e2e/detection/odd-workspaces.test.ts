import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "Fine.\n" };

describe("repositories within repositories", () => {
  test("a nested repository and a submodule are scopes of their own", async () => {
    const library = makeWorkspace({ files: { "lib.md": "Fine.\n" } });
    const workspace = makeWorkspace({ files: start });
    workspace.shell(
      `git -c protocol.file.allow=always submodule --quiet add ${library.root} sub.md; git commit -qm Sub; git init -q nested.md; git init -q docs/deep`,
    );
    const session = agentSession(workspace);
    await session.pre();
    for (const folder of ["sub.md", "nested.md", "docs/deep"]) {
      workspace.write(`${folder}/new.md`, "foobad\n");
    }
    expect((await session.post()).raw.stdout).toBe("");
    const inside = { cwd: workspace.at("sub.md") };
    await session.pre(inside);
    for (const [path, text] of Object.entries(foobadStyle()))
      workspace.write(`sub.md/${path}`, text);
    workspace.write("sub.md/lib.md", "foobad\n");
    const told = await session.post(inside);
    expect(told.context).toMatch(/^lib\.md:1:1 /m);
    expect(told.context).not.toContain("new.md");
    expect((await session.stop()).blocked).toContain(workspace.at("sub.md/lib.md:1:1"));
  });

  test("a worktree that is gone before the stop has nothing left to check", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    const cwd = workspace.at(".claude/worktrees/x");
    workspace.git("worktree", "add", "-q", "-b", "x", cwd);
    await session.pre({ cwd });
    workspace.write(".claude/worktrees/x/docs/a.md", "foobad\n");
    expect((await session.post({ cwd })).context).toContain("docs/a.md:1:1");
    workspace.git("worktree", "remove", "--force", cwd);
    expect((await session.stop()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});

describe("where the event comes from", () => {
  test("a working directory in an excluded folder, and one outside that comes back, change nothing", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.write("node_modules/x/README.md", "Fine.\n");
    const session = agentSession(workspace);
    await session.pre({ cwd: workspace.at("node_modules/x") });
    workspace.write("docs/b.md", "foobad\n");
    workspace.write("node_modules/x/README.md", "foobad\n");
    const told = await session.post({ cwd: workspace.at("node_modules/x") });
    expect(told.context).toMatch(/^docs\/b\.md:1:1 /m);
    expect(told.context).not.toContain("README");
    expect((await session.stop({ cwd: workspace.at("docs") })).blocked).toContain("docs/b.md:1:1");
  });

  test("a stop from a second root covers the first one, though the list of roots was lost meanwhile", async () => {
    const workspace = makeWorkspace({ files: start });
    const other = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    rmSync(`${workspace.home}/.local/state/valehook`, { recursive: true });
    workspace.write("docs/a.md", "foobad\n");
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    await session.pre({ cwd: other.root });
    const stopped = await session.stop({ cwd: other.root });
    expect(stopped.blocked).toContain(workspace.at("docs/a.md:1:1"));
  });

  test("Git's variables of another repository in the environment don't count", async () => {
    const workspace = makeWorkspace({ files: start });
    const other = makeWorkspace({ files: { "other.md": "Fine.\n" } });
    const env = {
      ...workspace.env,
      GIT_DIR: other.at(".git"),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: other.at(".git/index"),
    };
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    workspace.write("docs/a.md", "Fine.\nfoobad\n");
    other.write("other.md", "foobad\n");
    expect((await session.post()).context).toMatch(/^docs\/a\.md:2:1 /m);
    workspace.git("commit", "-qam", "Mine");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("docs/a.md:2:1");
    expect(stopped.blocked).not.toContain("other.md");
  });

  test("a folder whose name ends in a blank", async () => {
    const workspace = makeWorkspace({ files: start, folderName: "work " });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "Fine.\nfoobad\n");
    workspace.git("commit", "-qam", "Mine");
    expect((await session.post()).context).toMatch(/^docs\/a\.md:2:1 /m);
    expect((await session.stop()).blocked).toContain("docs/a.md:2:1");
  });
});

async function saysOnce(workspace: TestWorkspace, words: RegExp): Promise<void> {
  const session = agentSession(workspace);
  expect((await session.pre()).raw.stdout).toBe("");
  workspace.write("docs/a.md", "foobad\n");
  expect((await session.post()).context).toMatch(words);
  expect((await session.post()).raw.stdout).toBe("");
  expect((await session.stop()).raw).toMatchObject({ code: 0, stdout: "" });
  expect(workspace.exists(".codex")).toBe(false);
}

describe("a Git that can't say what there is", () => {
  test("dubious ownership is told in Git's words, once, and is never taken for a folder without Git", async () => {
    const workspace = makeWorkspace({ files: start });
    const env = { ...workspace.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
    await saysOnce(
      { ...workspace, env },
      /git ls-files failed: .*dubious ownership.*safe\.directory/,
    );
  });

  test("so is a corrupt index", async () => {
    const workspace = makeWorkspace({ files: start });
    writeFileSync(workspace.at(".git/index"), "no index at all, but long enough to be read as one");
    await saysOnce(workspace, /git ls-files failed: .*index/);
  });

  test("an index that is corrupt for a while hides nothing once it is mended", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.shell("cp .git/index kept; printf 'no index' > .git/index; echo foobad >> docs/a.md");
    expect((await session.post()).context).toMatch(/git ls-files failed/);
    expect((await session.post()).raw.stdout).toBe("");
    workspace.shell("mv kept .git/index");
    expect((await session.post()).context).toContain("docs/a.md:2:1");
  });
});

describe("sparse checkout", () => {
  test("files that come and go with it are no changes of the session", async () => {
    const workspace = makeWorkspace({ files: { ...start, "far/old.md": "foobad\n" } });
    const session = agentSession(workspace);
    workspace.git("sparse-checkout", "set", "--no-cone", "/*", "!/far/");
    expect(workspace.exists("far/old.md")).toBe(false);
    await session.pre();
    workspace.git("sparse-checkout", "disable");
    const told = await session.post();
    expect(told.context ?? "").not.toContain("far/old.md");
    workspace.git("sparse-checkout", "set", "--no-cone", "/*", "!/far/");
    workspace.write("docs/a.md", "foobad\n");
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    expect((await session.stop()).blocked).not.toContain("far/");
  });
});

describe("sessions side by side", () => {
  test("a second session has the first one's edit in its baseline, and a resumed one keeps its own", async () => {
    const workspace = makeWorkspace({ files: start });
    const first = agentSession(workspace);
    await first.pre();
    workspace.write("docs/a.md", "foobad\n");
    await first.pre();
    const second = agentSession(workspace);
    await second.pre();
    expect((await second.stop()).raw.stdout).toBe("");
    expect((await first.post()).context).toContain("docs/a.md:1:1");
    const resumed = agentSession(workspace, { id: first.id });
    await resumed.event("SessionStart", { source: "resume" });
    await resumed.pre();
    workspace.write("docs/b.md", "foobad\n");
    const stopped = await resumed.stop();
    expect(stopped.blocked).toContain("docs/a.md:1:1");
    expect(stopped.blocked).toContain("docs/b.md:1:1");
    expect((await second.post()).context).toMatch(/^docs\/b\.md:1:1 /m);
  });
});
