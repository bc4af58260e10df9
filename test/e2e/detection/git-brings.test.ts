import { describe, expect, test } from "vitest";

import { agentSession, type AgentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "a.md": "Fine.\n", "b.md": "Fine.\n" };
const brought = /^Git brought in (\d+|one|a) files?/m;

/**
 * A workspace on `main` with a branch `theirs` that somebody else committed, one commit ahead, and a bare
 * `origin` in which `main` is that commit.
 */
function shared(): TestWorkspace {
  const workspace = makeWorkspace({ files: start });
  workspace.git("checkout", "-qb", "theirs");
  workspace.write("theirs.md", "Their foobad.\n");
  workspace.write("b.md", "Their other foobad.\n");
  workspace.git("add", "--all");
  workspace.git("commit", "-qm", "Theirs", "--author", "Eve Other <eve@example.org>");
  workspace.shell(
    `git init -q --bare ${workspace.home}/origin.git; git remote add origin ${workspace.home}/origin.git`,
  );
  workspace.git("push", "-q", "origin", "theirs:main");
  workspace.git("checkout", "-q", "main");
  return workspace;
}

async function begun(): Promise<[TestWorkspace, AgentSession]> {
  const workspace = shared();
  const session = agentSession(workspace);
  await session.pre();
  return [workspace, session];
}

describe("what Git brings in is baseline, told in one line, and blocks nothing", () => {
  test.each([
    ["checkout", "git checkout -q theirs"],
    ["switch", "git switch -q theirs"],
    ["a detached checkout", "git checkout -q --detach theirs"],
    ["pull", "git pull -q origin main"],
    ["pull --rebase", "git pull -q --rebase origin main"],
    ["a fast-forward merge", "git merge -q theirs"],
    ["a real merge", "git merge -q --no-ff -m Merge theirs"],
    ["rebase", "git rebase -q theirs"],
    ["reset --hard", "git reset -q --hard theirs"],
    ["a cherry-pick of a foreign commit", "git cherry-pick theirs"],
    ["a restore of what HEAD has", "git checkout -q theirs; echo x >> b.md; git restore b.md"],
  ])("%s", async (_, command) => {
    const [workspace, session] = await begun();
    workspace.shell(command);
    const told = await session.post();
    expect(told.context).toMatch(brought);
    expect(told.context?.split("\n")).toHaveLength(1);
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("a line that is added to such a file is told, the brought lines aren't", async () => {
    const [workspace, session] = await begun();
    workspace.shell("git merge -q theirs; printf 'My foobad.\\n' >> theirs.md");
    const told = await session.post();
    expect(told.context).toContain("theirs.md:2:4");
    const brings = await session.stop();
    expect(brings.blocked).toContain("theirs.md:2:4");

    const [second, other] = await begun();
    second.shell("git merge -q theirs");
    expect((await other.post()).context).toMatch(brought);
    second.shell("printf 'My foobad.\\n' >> theirs.md");
    const line = await other.post();
    expect(line.context).toContain("theirs.md:2:4");
    expect(line.context).not.toContain("theirs.md:1:");
  });

  test("two thousand files of another branch are one line, and back again none", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.shell(
      "git checkout -qb many; mkdir many; for i in $(seq 2000); do echo foobad $i > many/$i.md; done; git add -A; git commit -qm Many; git checkout -q main",
    );
    const session = agentSession(workspace);
    await session.pre();
    workspace.git("checkout", "-q", "many");
    const told = await session.post();
    expect(told.context).toContain("2000 files");
    expect(told.context?.split("\n")).toHaveLength(1);
    workspace.git("checkout", "-q", "main");
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("a checkout that overwrites nothing of the session's leaves its edits open", async () => {
    const [workspace, session] = await begun();
    workspace.write("a.md", "My foobad.\n");
    expect((await session.post()).context).toContain("a.md:1:4");
    workspace.git("checkout", "-q", "theirs");
    expect((await session.post()).context).toMatch(brought);
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("a.md:1:4");
    expect(stopped.blocked).not.toContain("theirs.md:");
  });
});

describe("where Git says nothing, what came is the session's", () => {
  test.each([
    [
      "no reflog",
      {
        setup: "git config core.logAllRefUpdates false; rm -rf .git/logs",
        bring: "git checkout -q theirs",
      },
    ],
    [
      "a foreign GIT_REFLOG_ACTION",
      { setup: "true", bring: "GIT_REFLOG_ACTION=tool git checkout -q theirs" },
    ],
  ])("%s", async (_, { setup, bring }) => {
    const workspace = shared();
    workspace.shell(setup);
    const session = agentSession(workspace);
    await session.pre();
    workspace.shell(bring);
    expect((await session.post()).context).toContain("theirs.md:1:7");
  });

  test("files that a merge has not finished bringing in", async () => {
    const [workspace, session] = await begun();
    workspace.git("merge", "-q", "--no-commit", "--no-ff", "theirs");
    expect((await session.post()).context).toContain("theirs.md:1:7");
  });
});
