import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findWorkspace, stateFolder } from "../../../src/scope/workspace.ts";
import { temporaryFolder, temporaryRepository } from "../../support/scope-fixtures.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";

let repo: TemporaryFolder;
beforeEach(() => {
  repo = temporaryRepository("ends in a blank ");
});
afterEach(() => repo.remove());

function rootOf(path: string): string | undefined {
  const found = findWorkspace(path);
  return found.ok && found.value.kind === "git" ? found.value.root : undefined;
}

function gitSays(path: string, question: string): string {
  return repo.git(["rev-parse", "--path-format=absolute", question], { in: path });
}

test("the work tree is the same wherever in it the agent stands", () => {
  repo.write("docs/deep/b.md");
  for (const path of ["", "docs", "docs/deep"]) {
    expect(rootOf(join(repo.path, path))).toBe(repo.path);
  }
});

test("a path through a symbolic link leads to the real root", () => {
  symlinkSync(repo.path, `${repo.path}-link`);
  expect(rootOf(`${repo.path}-link`)).toBe(repo.path);
});

test("a linked work tree below .claude is a root of its own with its own state", () => {
  repo.git(["worktree", "add", "-q", ".claude/worktrees/x"]);
  const path = join(repo.path, ".claude/worktrees/x");
  const found = findWorkspace(path);
  expect(found).toEqual({
    ok: true,
    value: {
      root: path,
      kind: "git",
      gitDir: gitSays(".claude/worktrees/x", "--git-dir"),
      commonDir: gitSays(".claude/worktrees/x", "--git-common-dir"),
    },
  });
  expect(found.ok && stateFolder(found.value)).toBe(join(repo.path, ".git/worktrees/x/vale-state"));
});

test("a submodule is a root of its own, although its repository names its work tree", () => {
  const other = temporaryRepository();
  try {
    repo.git(["submodule", "--quiet", "add", other.path, "sub"]);
    const found = findWorkspace(join(repo.path, "sub"));
    expect(found.ok && found.value).toEqual({
      root: join(repo.path, "sub"),
      kind: "git",
      gitDir: gitSays("sub", "--git-dir"),
      commonDir: gitSays("sub", "--git-dir"),
    });
  } finally {
    other.remove();
  }
});

test("a nested repository is a root of its own", () => {
  mkdirSync(join(repo.path, "inner"));
  repo.git(["init", "-q"], { in: "inner" });
  expect(rootOf(join(repo.path, "inner"))).toBe(join(repo.path, "inner"));
});

test("an empty .git folder is passed over, as Git does", () => {
  mkdirSync(join(repo.path, "inner/.git"), { recursive: true });
  expect(gitSays("inner", "--show-toplevel")).toBe(repo.path);
  expect(rootOf(join(repo.path, "inner"))).toBe(repo.path);
});

test("a .git file that leads nowhere stays Git's affair and keeps its state in the folder", () => {
  repo.write("inner/.git", "gitdir: /nowhere/at/all\n");
  const found = findWorkspace(join(repo.path, "inner"));
  expect(found.ok && found.value.kind).toBe("git");
  expect(found.ok && stateFolder(found.value)).toBe(join(repo.path, "inner/.codex/vale-state"));
});

test("variables that name another repository do not count", () => {
  const before = { ...process.env };
  process.env["GIT_DIR"] = "/elsewhere";
  process.env["GIT_WORK_TREE"] = "/elsewhere";
  try {
    expect(rootOf(repo.path)).toBe(repo.path);
  } finally {
    process.env = before;
  }
});

test("a bare repository has no work tree, so the folder itself is the workspace", () => {
  renameSync(join(repo.path, ".git"), join(repo.path, ".bare"));
  repo.write(".git", "gitdir: ./.bare\n");
  repo.git(["config", "core.bare", "true"]);
  repo.git(["worktree", "add", "-q", "tree"]);
  repo.write("notes/n.md");
  const plain = findWorkspace(join(repo.path, "notes"));
  expect(plain.ok && plain.value).toEqual({
    root: join(repo.path, "notes"),
    kind: "plain",
    gitDir: undefined,
    commonDir: undefined,
  });
  expect(rootOf(join(repo.path, "tree"))).toBe(join(repo.path, "tree"));
});

test("core.worktree moves the root, but only for folders in it", () => {
  repo.write("tree/x.md");
  repo.write("other/y.md");
  repo.git(["config", "core.worktree", "../tree"]);
  expect(rootOf(join(repo.path, "tree"))).toBe(join(repo.path, "tree"));
  const outside = findWorkspace(join(repo.path, "other"));
  expect(outside.ok && outside.value.kind).toBe("plain");
});

test("core.bare in the shared configuration does not bind a linked work tree", () => {
  repo.git(["worktree", "add", "-q", "tree"]);
  repo.git(["config", "core.bare", "true"]);
  expect(gitSays("tree", "--show-toplevel")).toBe(join(repo.path, "tree"));
  expect(rootOf(join(repo.path, "tree"))).toBe(join(repo.path, "tree"));
});

test("without Git the folder itself is the workspace", () => {
  const folder = temporaryFolder();
  try {
    const found = findWorkspace(folder.path);
    expect(found.ok && found.value.kind).toBe("plain");
    expect(found.ok && stateFolder(found.value)).toBe(join(folder.path, ".codex/vale-state"));
  } finally {
    folder.remove();
  }
});

test("a folder that is not there, or is a file, is a problem", () => {
  writeFileSync(join(repo.path, "file"), "");
  for (const [name, errno] of [
    ["gone", "ENOENT"],
    ["file", "ENOTDIR"],
  ] as const) {
    const path = join(repo.path, name);
    expect(findWorkspace(path)).toEqual({
      ok: false,
      problem: { code: "folder-unreadable", path, errno },
    });
  }
});
