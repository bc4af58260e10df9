import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { explainLine } from "../../../src/base/explain.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import { agentSession } from "../../support/agent-session.ts";
import { runProgram, runValehook, programPath } from "../../support/hook-driver.ts";
import { stracePath } from "../../support/strace.ts";
import {
  foobadStyle,
  makeWorkspace,
  type TestWorkspace,
  type WorkspaceOptions,
} from "../../support/workspace.ts";

const start = { ...foobadStyle(), "a.md": "fine\n", "b.md": "fine\n" };

/** An environment whose PATH has everything that Git's own folder doesn't, and so no Git. */
function withoutGit(workspace: TestWorkspace): NodeJS.ProcessEnv {
  const bin = `${workspace.home}/bin`;
  mkdirSync(bin, { recursive: true });
  const vale = execFileSync("sh", ["-c", "command -v vale"], { env: workspace.env });
  symlinkSync(vale.toString().trim(), join(bin, "vale"));
  return { ...workspace.env, PATH: bin };
}

interface ScopeFault {
  readonly title: string;
  readonly kind?: WorkspaceOptions["kind"];
  /** Whether it is so from before the session's first event. Default: from after its baseline. */
  readonly fromTheStart?: boolean;
  readonly spoil: (workspace: TestWorkspace) => NodeJS.ProcessEnv;
  readonly words: RegExp;
}

const faults: readonly ScopeFault[] = [
  { title: "git-missing: no Git on PATH", spoil: withoutGit, words: /Git was not found/ },
  {
    title: "git-failed: a corrupt index",
    spoil: (workspace) => {
      workspace.write(".git/index", "not an index");
      return workspace.env;
    },
    words: /git ls-files failed: .*index/,
  },
  {
    title: "git-failed: a folder that Git does not trust",
    spoil: (workspace) => ({ ...workspace.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }),
    words: /git ls-files failed: .*dubious ownership/,
  },
  {
    title: "too-many-files: more eligible files than the settings allow",
    fromTheStart: true,
    spoil: (workspace) => {
      workspace.write(".valehook.toml", "max_files = 1\n");
      return workspace.env;
    },
    words: /2 eligible files.*max_files \(1\).*\.valehook\.toml/,
  },
  {
    title: "too-many-entries: a folder outside Git that holds far more than is eligible",
    kind: "plain",
    spoil: (workspace) => {
      for (let index = 0; index < 50; index += 1) workspace.write(`cache/${index}.bin`, "");
      workspace.write(".valehook.toml", "max_files = 2\n");
      return workspace.env;
    },
    words: /more than 40 entries/,
  },
];

test.each(faults.map((fault) => [fault.title, fault] as const))("%s", async (_, fault) => {
  const { kind = "git", fromTheStart = false, spoil, words } = fault;
  const workspace = makeWorkspace({ kind, files: start });
  const session = agentSession(workspace);
  if (!fromTheStart) await session.pre();
  const env = spoil(workspace);
  if (fromTheStart) await session.pre({ env });
  workspace.write("a.md", "foobad\n");
  const scanned = await runValehook(["scan"], { cwd: workspace.root, env });
  expect(scanned).toMatchObject({ code: 2, stdout: "" });
  expect(scanned.stderr).toMatch(words);
  expect((await session.post({ env })).context).toMatch(words);
  const stopped = await session.stop({ env });
  expect(stopped.raw.code).toBe(0);
  expect(stopped.blocked).toBeUndefined();
});

test("folder-unreadable: a folder that is gone is no workspace", () => {
  const workspace = makeWorkspace();
  const found = findWorkspace(workspace.at("gone"));
  expect(found).toMatchObject({ ok: false, problem: { code: "folder-unreadable" } });
  expect(!found.ok && explainLine(found.problem)).toMatch(/gone can't be read \(ENOENT\)/);
});

test.each(["git", "plain"] as const)(
  "folder-unreadable: a folder that can't be looked into leaves the check of a %s workspace incomplete",
  async (kind) => {
    const workspace = makeWorkspace({ kind, files: start });
    workspace.write("shut/c.md", "foobad\n");
    // As root, or where permissions don't hold, the system is made to refuse.
    const names = [workspace.at("shut"), "shut/"].flatMap((name) => ["-P", name]);
    const refuse = ["-f", "-qq", ...names, "-o", `${workspace.home}/trace`];
    const inject = ["-e", "trace=openat", "-e", "inject=openat:error=EACCES"];
    const strace = async (args: readonly string[], input = "") =>
      await runProgram(
        stracePath(),
        [...refuse, ...inject, process.execPath, programPath(), ...args],
        { cwd: workspace.root, env: workspace.env, input },
      );
    const scanned = await strace(["scan"]);
    expect(scanned.code).toBe(2);
    expect(scanned.stdout).toMatch(/shut.*can't be read \(EACCES\)/);

    const event = (name: string) =>
      JSON.stringify({
        session_id: "s",
        cwd: workspace.root,
        hook_event_name: name,
        tool_name: "Bash",
        tool_input: { command: "true" },
      });
    await strace(["hook", "--client", "claude"], event("PreToolUse"));
    workspace.write("a.md", "foobad\n");
    const told = await strace(["hook", "--client", "claude"], event("PostToolUse"));
    expect(told.stdout).toContain("a.md:1:1");
    expect(told.stdout).toMatch(/shut.*can't be read \(EACCES\)/);
  },
);

test.each([
  ["folder-unreadable: a folder whose path is too long for the system", 18, /^folder-unreadable$/],
  ["unreadable: a file whose path is too long for the system", 17, /unreadable$/],
])("%s is named, and the others are checked", async (_, folders, code) => {
  const workspace = makeWorkspace({ files: { ...start, "a.md": "foobad\n" } });
  const name = "d".repeat(230);
  // A shell can't go so deep.
  const dig = [
    "import os",
    `for name in ["${name}"] * ${folders} + ["${"e".repeat(150)}"]:`,
    "    os.mkdir(name); os.chdir(name)",
    'open("b.md", "w").write("foobad")',
  ];
  workspace.shell(`python3 -c '${dig.join("\n")}'`);
  try {
    const { root: cwd, env } = workspace;
    const scanned = await runValehook(["scan", "--format", "json"], { cwd, env });
    expect(scanned).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(scanned.stdout)).toMatchObject({
      files: [{ path: "a.md" }],
      incomplete: [{ code: expect.stringMatching(code) as unknown }],
    });
  } finally {
    workspace.shell(`rm -rf ${name}`);
  }
});
