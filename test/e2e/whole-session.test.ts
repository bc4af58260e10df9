import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "# A\n\nAll is well.\n", "src/a.py": "x = 1\n" };

describe("a whole session", () => {
  test("an edit by a shell command is told once, blocks the stop once, and a fix ends it clean", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    expect((await session.pre()).raw.stdout).toBe("");
    workspace.shell("printf 'A foobad line.\\n' >> docs/a.md");
    const told = await session.post();
    expect(told.context).toContain("docs/a.md:4:3 warning T.Foo: Avoid 'foobad'.");
    await session.pre();
    expect((await session.post()).raw.stdout).toBe("");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("docs/a.md:4:3");
    const retried = await session.stop({ active: true });
    expect(retried.blocked).toBeUndefined();
    expect(retried.notice).toContain("docs/a.md");
    expect((await session.stop()).blocked).toBeUndefined();
    workspace.write("docs/a.md", "# A\n\nAll is well.\nA good line.\n");
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("a session that changes nothing never says anything", async () => {
    const workspace = makeWorkspace({ files: { ...start, "old.md": "foobad\n" } });
    const session = agentSession(workspace);
    for (const answer of [
      await session.pre(),
      await session.post({ tool: "Read" }),
      await session.pre(),
      await session.post(),
      await session.stop(),
      await session.event("SubagentStop"),
      await session.event("SessionEnd"),
    ]) {
      expect(answer.raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
  });

  test("an added file counts whole, a deleted and a reverted one owe nothing", async () => {
    const workspace = makeWorkspace({ files: { ...start, "gone.md": "fine\n" } });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("new.md", "foobad\n");
    workspace.write("docs/a.md", "foobad\n");
    workspace.remove("gone.md");
    const told = await session.post();
    expect(told.context).toContain("new.md:1:1");
    expect(told.context).toContain("docs/a.md:1:1");
    expect(told.context).not.toContain("gone.md");
    workspace.git("checkout", "--quiet", "docs/a.md");
    workspace.remove("new.md");
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("a failed command's edit is told at the failure event, or at the next stop where there is none", async () => {
    const workspace = makeWorkspace({ files: start });
    const claude = agentSession(workspace);
    await claude.pre();
    workspace.write("docs/a.md", "foobad\n");
    expect((await claude.failed()).context).toContain("docs/a.md:1:1");

    const other = makeWorkspace({ files: start });
    const codex = agentSession(other, { client: "codex" });
    await codex.pre();
    other.write("docs/a.md", "foobad\n");
    expect((await codex.stop()).blocked).toContain("docs/a.md:1:1");
  });

  test("only new findings are listed; older ones of the same file are counted", async () => {
    const old = "An old foobad line.\n".repeat(200);
    const workspace = makeWorkspace({ files: { ...start, "old.md": old } });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("old.md", `${old}A fresh foobad line.\n`);
    const told = await session.post();
    expect(told.context).toContain("old.md:201:9");
    expect(told.context).not.toContain("old.md:200:");
    expect(told.context).toContain("200");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("old.md:201:9");
    expect(stopped.blocked).not.toContain("old.md:200:");
  });
});

describe("workspaces of every kind", () => {
  test("outside Git the same session works", async () => {
    const workspace = makeWorkspace({ kind: "plain", files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.shell("printf 'foobad\\n' > docs/b.md");
    expect((await session.post()).context).toContain("docs/b.md:1:1");
    expect((await session.stop()).blocked).toContain("docs/b.md:1:1");
  });

  test("a working directory that moves within the tree changes nothing", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("src/b.md", "foobad\n");
    expect((await session.post({ cwd: workspace.at("docs") })).context).toContain("src/b.md:1:1");
    expect((await session.stop()).blocked).toContain("src/b.md:1:1");
  });

  test("a linked worktree is a root of its own, and the stop covers every root", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.git("worktree", "add", "--quiet", ".claude/worktrees/x", "-b", "x");
    const worktree = workspace.at(".claude/worktrees/x");
    await session.pre({ cwd: worktree });
    workspace.write(".claude/worktrees/x/docs/a.md", "foobad\n");
    expect((await session.post({ cwd: worktree })).context).toContain("docs/a.md:1:1");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain(`${worktree}/docs/a.md:1:1`);
  });

  test("a workspace without a Vale configuration is left in peace", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "fine\n" } });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("a.md", "foobad\n");
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await session.stop()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});

describe("without a baseline", () => {
  test("the files that an edit names are checked whole, and the answer says so once", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    workspace.write("docs/a.md", "foobad\n");
    const edit = {
      tool: "Write",
      input: { file_path: workspace.at("docs/a.md"), content: "foobad\n" },
    };
    const told = await session.post(edit);
    expect(told.context).toContain("docs/a.md:1:1");
    expect(told.context).toContain(
      "no baseline before this tool call: only the files that the call names were checked",
    );
    workspace.write("docs/b.md", "foobad\n");
    const next = await session.post();
    expect(next.context).toContain("docs/b.md:1:1");
    expect(next.context).not.toContain("baseline");
  });

  test.each([
    ["a shell command", { tool: "Bash", input: { command: "echo foobad > docs/a.md" } }],
    ["an edit of a file that isn't checked", { tool: "Write", input: { file_path: "logo.svg" } }],
  ])("%s is told that nothing was checked", async (_, call) => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    workspace.write("docs/a.md", "foobad\n");
    const told = await session.post(call);
    expect(told.context).toContain(
      "no baseline before this tool call: what changed before now was not checked. There is one now",
    );
    expect(told.context).not.toContain("only the files");
    workspace.write("docs/a.md", "A foobad line.\n");
    expect((await session.post()).context).toContain("docs/a.md:1:3");
  });

  test("a stop takes one and says so", async () => {
    const workspace = makeWorkspace({ files: { ...start, "docs/old.md": "foobad\n" } });
    const stopped = await agentSession(workspace).stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("baseline");
  });
});

describe("two calls at once", () => {
  test("a second PreToolUse waits for the baseline, so that no edit slips into it", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`docs/p${index}.md`, `Page ${index}.\n`]),
    );
    const workspace = makeWorkspace({ files: { ...start, ...files } });
    const session = agentSession(workspace);
    const edits = ["x", "y", "z"].map(async (name) => {
      await session.pre();
      workspace.write(`docs/${name}.md`, "foobad\n");
    });
    await Promise.all(edits);
    const stopped = await session.stop();
    for (const name of ["x", "y", "z"]) expect(stopped.blocked).toContain(`docs/${name}.md:1:1`);
  });

  test("hooks that run at once tell each finding once", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace, { client: "codex" });
    await session.pre();
    workspace.write("docs/a.md", "foobad\n");
    const answers = await Promise.all([session.post(), session.post(), session.post()]);
    const telling = answers.filter(({ context }) => context !== undefined);
    expect(telling).toHaveLength(1);
    expect(telling[0]?.context).toContain("docs/a.md:1:1");
  });
});
