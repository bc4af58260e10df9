import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { listedPaths } from "../../../src/scope/listed-paths.ts";
import { startGitListing } from "../../../src/scope/listing.ts";
import { runGit } from "../../../src/scope/run-git.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import {
  temporaryFolder,
  temporaryRepository,
  testGitEnvironment,
} from "../../support/scope-fixtures.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";

let repo: TemporaryFolder;
beforeEach(() => {
  repo = temporaryRepository();
});
afterEach(() => repo.remove());

async function list(env: NodeJS.ProcessEnv = testGitEnvironment(repo.path)) {
  const workspace = findWorkspace(repo.path);
  if (!workspace.ok) throw new Error(workspace.problem.code);
  return startGitListing(workspace.value, env).done();
}

async function paths(env?: NodeJS.ProcessEnv): Promise<string[]> {
  const listing = await list(env);
  if (!listing.ok) throw new Error(JSON.stringify(listing.problem));
  return listedPaths(listing.value.bytes);
}

test("tracked files stay although they are ignored later, ignored ones that are new do not count", async () => {
  repo.write(".gitignore", "*.md\n");
  repo.write("new.md");
  repo.write("new.txt");
  expect(await paths()).toEqual([".gitignore", "new.txt", "a.md"]);
});

test("names of any bytes come back as they are", async () => {
  const names = ["caf\u00e9.md", "new\nline.md", 'qu"ote.md', "-x.md", "blank .md"];
  for (const name of names) repo.write(name);
  writeFileSync(
    Buffer.concat([Buffer.from(`${repo.path}/l`), Buffer.from([0xe9]), Buffer.from(".md")]),
    "x",
  );
  expect((await paths()).toSorted()).toEqual([...names, "a.md", "l\udce9.md"].toSorted());
});

test("a path in conflict is listed once", async () => {
  repo.git(["checkout", "-q", "-b", "other"]);
  repo.write("a.md", "theirs\n");
  repo.git(["commit", "-qam", "theirs"]);
  repo.git(["checkout", "-q", "main"]);
  repo.write("a.md", "ours\n");
  repo.git(["commit", "-qam", "ours"]);
  expect(() => repo.git(["merge", "-q", "other"])).toThrow();
  expect(await paths()).toEqual(["a.md"]);
});

test("files of nested repositories and of linked work trees belong to their own scope", async () => {
  mkdirSync(join(repo.path, "inner"));
  repo.git(["init", "-q"], { in: "inner" });
  repo.write("inner/b.md");
  repo.git(["worktree", "add", "-q", "tree"]);
  expect(await paths()).toEqual(["a.md"]);
});

test("a submodule is one entry, which lstat shows to be no file", async () => {
  const other = temporaryRepository();
  try {
    repo.git(["submodule", "--quiet", "add", other.path, "sub.md"]);
    expect(await paths()).toEqual([".gitmodules", "a.md", "sub.md"]);
  } finally {
    other.remove();
  }
});

test("files that a sparse checkout left out are listed, for the caller to find them absent", async () => {
  repo.write("docs/b.md");
  repo.git(["add", "-A"]);
  repo.git(["commit", "-qm", "docs"]);
  repo.git(["sparse-checkout", "set", "nothing"]);
  expect(await paths()).toEqual(["a.md", "docs/b.md"]);
});

test("variables that point Git elsewhere do not count", async () => {
  const other = temporaryRepository();
  try {
    const env = {
      ...testGitEnvironment(repo.path),
      GIT_DIR: join(other.path, ".git"),
      GIT_WORK_TREE: other.path,
      GIT_INDEX_FILE: "/nowhere",
    };
    expect(await paths(env)).toEqual(["a.md"]);
  } finally {
    other.remove();
  }
});

test("more than 8 MiB of listing comes whole", async () => {
  const deep = Array.from({ length: 15 }, () => "x".repeat(200)).join("/");
  mkdirSync(join(repo.path, deep), { recursive: true });
  for (let index = 0; index < 3_000; index += 1) {
    writeFileSync(join(repo.path, deep, `${index}.md`), "");
  }
  const listing = await list();
  expect(listing.ok && listing.value.bytes.length).toBeGreaterThan(8 * 1024 * 1024);
  expect(await paths()).toHaveLength(3_001);
});

test("a corrupt index is Git's failure in Git's words", async () => {
  writeFileSync(join(repo.path, ".git/index"), "no index at all, but long enough to be read");
  const listing = await list();
  expect(listing).toMatchObject({
    ok: false,
    problem: {
      code: "git-failed",
      command: "ls-files",
      words: expect.stringContaining("index file"),
    },
  });
});

test("a damaged HEAD is Git's failure, and the repository around is not asked instead", async () => {
  mkdirSync(join(repo.path, "inner"));
  repo.git(["init", "-q"], { in: "inner" });
  writeFileSync(join(repo.path, "inner/.git/HEAD"), "");
  const workspace = findWorkspace(join(repo.path, "inner"));
  const listing = workspace.ok && (await startGitListing(workspace.value).done());
  expect(listing).toMatchObject({
    ok: false,
    problem: { code: "git-failed", words: expect.stringContaining("not a git repository") },
  });
});

test("a repository of another owner is Git's failure in Git's words", async () => {
  const env = { ...testGitEnvironment(repo.path), GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
  expect(await list(env)).toMatchObject({
    ok: false,
    problem: { code: "git-failed", words: expect.stringContaining("dubious ownership") },
  });
});

test("a .git file that leads nowhere is Git's failure in Git's words", async () => {
  renameSync(join(repo.path, ".git"), join(repo.path, ".gone"));
  repo.write(".git", "gitdir: /nowhere/at/all\n");
  expect(await list()).toMatchObject({
    ok: false,
    problem: { code: "git-failed", words: expect.stringContaining("/nowhere/at/all") },
  });
});

test("a missing Git is said to be missing", async () => {
  const empty = temporaryFolder();
  try {
    expect(await list({ PATH: empty.path })).toEqual({
      ok: false,
      problem: { code: "git-missing", root: repo.path },
    });
  } finally {
    empty.remove();
  }
});

test("a listing that is cancelled fails", async () => {
  const workspace = findWorkspace(repo.path);
  if (!workspace.ok) throw new Error(workspace.problem.code);
  const listing = startGitListing(workspace.value);
  listing.cancel();
  expect(await listing.done()).toMatchObject({ ok: false, problem: { code: "git-failed" } });
});

test("a tracked folder that was replaced by a link is still listed, with the link beside it", async () => {
  repo.write("docs/b.md");
  repo.git(["add", "-A"]);
  renameSync(join(repo.path, "docs"), join(repo.path, "real"));
  symlinkSync("real", join(repo.path, "docs"));
  expect(await paths()).toEqual(["docs", "real/b.md", "a.md", "docs/b.md"]);
});

/** An environment in which Git never ends. */
function hungGit(): NodeJS.ProcessEnv {
  const bin = join(repo.path, "..", "hung");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "git"), "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
  const env = testGitEnvironment(repo.path);
  return { ...env, PATH: `${bin}:${env["PATH"] ?? ""}` };
}

test("a Git that hangs is ended, and the listing fails with that", async () => {
  const workspace = findWorkspace(repo.path);
  if (!workspace.ok) throw new Error(workspace.problem.code);
  const hung = { code: "git-failed", words: "did not end within 0.2 s" };
  const listing = await startGitListing(workspace.value, hungGit(), 200).done();
  expect(listing).toMatchObject({ ok: false, problem: hung });
  const answer = await runGit(workspace.value, ["ls-tree"], undefined, hungGit(), 200);
  expect(answer).toMatchObject({ ok: false, problem: { ...hung, command: "ls-tree" } });
});
