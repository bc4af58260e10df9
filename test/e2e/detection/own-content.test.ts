import { describe, expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const start = {
  ...foobadStyle(),
  "a.md": "Fine.\n",
  "b.md": "Fine.\n",
  "c.md": "One.\n\n\n\n\nTwo.\n",
};
const edit = "printf 'My foobad.\\n' > a.md";

/** A branch `theirs`, one foreign commit ahead of `main`, which touches both ends of `c.md`. */
const foreign =
  "git checkout -qb theirs; printf 'One.\\n\\n\\n\\n\\nTwo, theirs.\\n' > c.md; git commit -qam Theirs --author 'Eve Other <eve@example.org>'; git checkout -q main";

describe("what the session wrote stays covered", () => {
  test.each([
    ["a commit", [edit, "git commit -qam Mine"]],
    ["a commit in the same call as the edit", [`${edit}; git commit -qam Mine`]],
    ["an amended commit", [`${edit}; git commit -q --amend -a --no-edit`]],
    ["a commit, then an amend", [edit, "git commit -qam Mine", "git commit -q --amend -m Better"]],
    ["a rebase", [`git checkout -qb feat; ${edit}; git commit -qam Mine`, "git rebase -q theirs"]],
    [
      "a rebase in the same call",
      [`git checkout -qb feat; ${edit}; git commit -qam Mine; git rebase -q theirs`],
    ],
    [
      "a cherry-pick onto another branch",
      [
        `git checkout -qb feat; ${edit}; git commit -qam Mine; git checkout -q main`,
        "git cherry-pick feat",
      ],
    ],
    [
      "another branch there and back",
      [
        `git checkout -qb feat; ${edit}; git commit -qam Mine`,
        "git checkout -q main && git checkout -q feat",
      ],
    ],
    [
      "another branch there, then back",
      [
        `git checkout -qb feat; ${edit}; git commit -qam Mine`,
        "git checkout -q main",
        "git checkout -q feat",
      ],
    ],
    [
      "a fast-forward merge of its own branch",
      [
        `git checkout -qb feat; ${edit}; git commit -qam Mine`,
        "git checkout -q main",
        "git merge -q feat",
      ],
    ],
    [
      "a real merge of its own branch",
      [
        `git checkout -qb feat; ${edit}; git commit -qam Mine`,
        "git checkout -q theirs",
        "git merge -q -m M feat",
      ],
    ],
    ["a stash and a pop", [edit, "git stash -q", "git stash pop -q"]],
    ["a stash and a pop in one call", [`${edit}; git stash -q; git stash pop -q`]],
    ["a detached commit", [`git checkout -q --detach; ${edit}; git commit -qam Mine`]],
    [
      "a patch that is applied",
      [
        `${edit}; git commit -qam Mine; git format-patch -1 -q; git reset -q --hard HEAD^; git am -q 0001*; rm 0001*`,
      ],
    ],
    [
      "an unsigned plumbing commit",
      [
        `${edit}; git add a.md; git update-ref HEAD $(echo m | git commit-tree -p HEAD $(git write-tree))`,
      ],
    ],
  ])("%s", async (_, calls) => {
    const workspace = makeWorkspace({ files: start });
    workspace.shell(foreign);
    const session = agentSession(workspace);
    await session.pre();
    const told: string[] = [];
    for (const call of calls) {
      workspace.shell(call);
      told.push((await session.post()).context ?? "");
    }
    expect(told.join("\n")).toContain("a.md:1:4");
    expect((await session.stop()).blocked).toContain("a.md:1:4");
  });

  test("a merged version of a file that both sides changed, made by a rebase long after the commit", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.shell(foreign);
    const session = agentSession(workspace);
    await session.pre();
    workspace.shell("git checkout -qb feat; sed -i '1s/.*/My foobad./' c.md; git commit -qam Mine");
    expect((await session.post()).context).toContain("c.md:1:4");
    workspace.write("b.md", "Another foobad.\n");
    expect((await session.post()).context).toContain("b.md:1:9");
    workspace.shell("git checkout -q b.md; git rebase -q theirs");
    await session.post();
    expect(workspace.read("c.md")).toContain("Two, theirs.");
    expect((await session.stop()).blocked).toContain("c.md:1:4");
  });

  test("on a branch that has no commit yet, and through the first one", async () => {
    const workspace = makeWorkspace();
    for (const [path, text] of Object.entries(start)) workspace.write(path, text);
    workspace.write("old.md", "An old foobad.\n");
    const session = agentSession(workspace);
    await session.pre();
    workspace.shell(`${edit}; git add -A; git commit -qm First`);
    const told = await session.post();
    expect(told.context).toContain("a.md:1:4");
    expect(told.context).not.toContain("old.md");
    workspace.shell(
      "git checkout -qb next; git commit -q --allow-empty -m Empty; git checkout -q main",
    );
    expect((await session.stop()).blocked).toContain("a.md:1:4");
  });

  test("in a linked worktree, whose reflog is its own", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.shell(foreign);
    workspace.git("worktree", "add", "-q", "-b", "feat", `${workspace.root}-linked`);
    const cwd = `${workspace.root}-linked`;
    const session = agentSession(workspace);
    await session.pre({ cwd });
    workspace.shell(`cd ${cwd}; ${edit}; git commit -qam Mine`);
    expect((await session.post({ cwd })).context).toContain("a.md:1:4");
    workspace.shell(`cd ${cwd}; git merge -q -m M theirs`);
    expect((await session.post({ cwd })).context).toMatch(/^Git brought in 1 file/);
    expect((await session.stop({ cwd })).blocked).toContain("a.md:1:4");
  });

  test("what was uncommitted before the session is baseline, also after a branch there and back", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.write("a.md", "The person's foobad.\n");
    const session = agentSession(workspace);
    await session.pre();
    workspace.shell("git stash -q");
    await session.post();
    workspace.shell("git stash pop -q");
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).raw.stdout).toBe("");
  });
});
