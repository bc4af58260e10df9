import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { contentDigest } from "../../../src/base/digest.ts";
import { contentsBroughtBy } from "../../../src/scope/session-blobs.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import { headPosition } from "../../../src/scope/head-position.ts";
import { temporaryFolder, temporaryRepository } from "../../support/scope-fixtures.ts";
import type { HeadPosition } from "../../../src/scope/head-position.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";

let repo: TemporaryFolder;
let clock = 1_700_000_000;
beforeEach(() => {
  repo = temporaryRepository();
});
afterEach(() => repo.remove());

function workspaceAt(path: string) {
  const found = findWorkspace(path);
  if (!found.ok) throw new Error(found.problem.code);
  return found.value;
}

async function position(path = repo.path): Promise<HeadPosition> {
  const found = await headPosition(workspaceAt(path));
  if (!found.ok) throw new Error(JSON.stringify(found.problem));
  return found.value;
}

/** Which of some contents are the session's by what HEAD's reflog says. */
async function own(
  since: HeadPosition,
  contents: readonly string[],
  path = repo.path,
): Promise<string[]> {
  const brought = await contentsBroughtBy(workspaceAt(path), since);
  if (!brought.ok) throw new Error(JSON.stringify(brought.problem));
  return contents.filter((text) => brought.value.has(contentDigest(Buffer.from(text), "sha1")));
}

/** Commits a file at a time of its own, so that no two commits share an author date. */
function commit(path: string, content: string, ...more: string[]): void {
  repo.write(path, content);
  repo.git(["add", "-A"]);
  clock += 60;
  const env = { GIT_AUTHOR_DATE: `${clock} +0000`, GIT_COMMITTER_DATE: `${clock} +0000` };
  repo.git(["commit", "-q", "-m", content, ...more], { env });
}

/** A branch `upstream` of the first commit, with a commit of its own that is none of the session's. */
function upstream(path = "up.md", content = "upstream\n"): void {
  repo.git(["checkout", "-q", "-b", "upstream"]);
  commit(path, content);
  repo.git(["checkout", "-q", "main"]);
}

test("commits, amends and reverts are the session's", async () => {
  commit("r.md", "before\n");
  commit("r.md", "after\n");
  const since = await position();
  commit("b.md", "committed\n");
  commit("c.md", "amended\n", "--amend");
  repo.git(["revert", "--no-edit", "HEAD~1"]);
  expect(await own(since, ["committed\n", "amended\n", "before\n", "after\n", "first\n"])).toEqual([
    "committed\n",
    "amended\n",
    "before\n",
  ]);
});

test("an amend brings only what it changed of the commit", async () => {
  upstream("up.md", "theirs\n");
  const since = await position();
  repo.git(["checkout", "-q", "upstream"]);
  commit("mine.md", "mine\n", "--amend");
  expect(await own(since, ["theirs\n", "mine\n"])).toEqual(["mine\n"]);
});

test("an applied patch is the session's", async () => {
  upstream();
  const patch = repo.git(["format-patch", "-1", "upstream", "-o", ".."]);
  const since = await position();
  repo.git(["am", "-q", patch]);
  expect(await own(since, ["upstream\n"])).toEqual(["upstream\n"]);
});

test("checkout, fast-forward, reset and a merge bring nothing of the session's", async () => {
  upstream();
  const since = await position();
  repo.git(["checkout", "-q", "upstream"]);
  repo.git(["checkout", "-q", "main"]);
  repo.git(["merge", "-q", "--ff-only", "upstream"]);
  repo.git(["reset", "-q", "--hard", "HEAD~1"]);
  repo.git(["merge", "-q", "--no-ff", "-m", "join", "upstream"]);
  repo.git(["branch", "-m", "trunk"]);
  expect(await own(since, ["upstream\n", "first\n"])).toEqual([]);
});

test("a commit stays the session's through other branches and a fast-forward merge", async () => {
  const since = await position();
  repo.git(["checkout", "-q", "-b", "feature"]);
  commit("b.md", "mine\n");
  repo.git(["checkout", "-q", "main"]);
  repo.git(["checkout", "-q", "feature"]);
  repo.git(["checkout", "-q", "main"]);
  repo.git(["merge", "-q", "--ff-only", "feature"]);
  expect(await own(since, ["mine\n", "first\n"])).toEqual(["mine\n"]);
});

test("a rebase keeps the session's commits its own in their new form, and no one else's", async () => {
  repo.write("long.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  repo.git(["add", "-A"]);
  repo.git(["commit", "-qm", "long"]);
  upstream("long.md", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
  commit("old.md", "older\n");
  const since = await position();
  commit("long.md", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  repo.git(["rebase", "-q", "upstream"]);
  const rebased = "one\n2\n3\n4\n5\n6\n7\n8\nnine\n";
  const contents = [rebased, "older\n", "one\n2\n3\n4\n5\n6\n7\n8\n9\n"];
  expect(await own(since, contents)).toEqual([rebased]);
});

test("a rebase of commits from before the session is Git's", async () => {
  upstream();
  commit("old.md", "older\n");
  const since = await position();
  repo.git(["rebase", "-q", "upstream"]);
  expect(await own(since, ["older\n", "upstream\n"])).toEqual([]);
});

test("pull --rebase is a rebase, and pull a merge or a fast-forward", async () => {
  const clone = temporaryFolder();
  try {
    repo.git(["clone", "-q", repo.path, join(clone.path, "c")]);
    commit("up.md", "upstream\n");
    const since = await position(join(clone.path, "c"));
    clone.write("c/b.md", "mine\n");
    clone.git(["add", "-A"], { in: "c" });
    clone.git(["commit", "-qm", "mine"], { in: "c" });
    const env = { GIT_CONFIG_COUNT: "0" };
    clone.git(["pull", "-q", "--rebase"], { in: "c", env });
    commit("up2.md", "upstream 2\n");
    clone.git(["pull", "-q", "--no-rebase", "--no-edit"], { in: "c", env });
    const contents = ["mine\n", "upstream\n", "upstream 2\n"];
    expect(await own(since, contents, join(clone.path, "c"))).toEqual(["mine\n"]);
  } finally {
    clone.remove();
  }
});

test("cherry-picking the session's own commit is its own, another's is Git's", async () => {
  upstream();
  const since = await position();
  commit("b.md", "mine\n");
  repo.git(["checkout", "-q", "-b", "other", "HEAD~1"]);
  repo.write("x.md", "x\n");
  repo.git(["cherry-pick", "main"]);
  repo.git(["cherry-pick", "upstream"]);
  expect(await own(since, ["mine\n", "upstream\n"])).toEqual(["mine\n"]);
});

test("a merge that joins the session's text with another's is the session's in that file", async () => {
  repo.write("long.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  repo.git(["add", "-A"]);
  repo.git(["commit", "-qm", "long"]);
  upstream("long.md", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
  const since = await position();
  commit("long.md", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  repo.git(["merge", "-q", "-m", "join", "upstream"]);
  const joined = "one\n2\n3\n4\n5\n6\n7\n8\nnine\n";
  expect(await own(since, [joined, "one\n2\n3\n4\n5\n6\n7\n8\n9\n"])).toEqual([joined]);
});

test("the resolution of a conflict is the session's, what the other side brought is not", async () => {
  repo.git(["checkout", "-q", "-b", "other"]);
  commit("a.md", "theirs\n");
  commit("up.md", "upstream\n");
  repo.git(["checkout", "-q", "main"]);
  commit("a.md", "ours\n");
  const since = await position();
  expect(() => repo.git(["merge", "-q", "other"])).toThrow();
  commit("a.md", "resolved\n");
  expect(await own(since, ["resolved\n", "upstream\n", "theirs\n"])).toEqual(["resolved\n"]);
});

test("a rebase stopped by a conflict leaves its resolution the session's", async () => {
  repo.git(["checkout", "-q", "-b", "other"]);
  commit("a.md", "theirs\n");
  repo.git(["checkout", "-q", "main"]);
  commit("a.md", "ours\n");
  const since = await position();
  expect(() => repo.git(["rebase", "-q", "other"])).toThrow();
  repo.write("a.md", "resolved\n");
  repo.git(["add", "-A"]);
  repo.git(["rebase", "--continue"], { env: { GIT_EDITOR: "true" } });
  expect(await own(since, ["resolved\n", "theirs\n"])).toEqual(["resolved\n"]);
});

test("a fixup of an older commit is the session's", async () => {
  commit("b.md", "older\n");
  const since = await position();
  repo.write("b.md", "fixed\n");
  repo.git(["commit", "-qam", "x", "--fixup", "HEAD"]);
  repo.git(["rebase", "-q", "-i", "--autosquash", "HEAD~2"], {
    env: { GIT_SEQUENCE_EDITOR: "true" },
  });
  expect(await own(since, ["fixed\n", "first\n"])).toEqual(["fixed\n"]);
});

test("a move that GIT_REFLOG_ACTION renamed is the session's", async () => {
  upstream();
  const since = await position();
  repo.git(["merge", "-q", "--ff-only", "upstream"], { env: { GIT_REFLOG_ACTION: "release" } });
  expect(await own(since, ["upstream\n"])).toEqual(["upstream\n"]);
});

test("a commit named like Git's own moves is the session's", async () => {
  const since = await position();
  repo.write("b.md", "mine\n");
  repo.git(["add", "-A"]);
  repo.git(["commit", "-qm", "moving"], { env: { GIT_REFLOG_ACTION: "checkout" } });
  expect(await own(since, ["mine\n"])).toEqual(["mine\n"]);
});

test("without a reflog the whole way is the session's", async () => {
  upstream();
  repo.git(["config", "core.logAllRefUpdates", "false"]);
  rmSync(join(repo.path, ".git/logs"), { recursive: true });
  const since = await position();
  expect(since.reflogBytes).toBe(0);
  repo.git(["merge", "-q", "--ff-only", "upstream"]);
  expect(await own(since, ["upstream\n", "first\n"])).toEqual(["upstream\n"]);
});

test("a reflog that Git shortened is still followed from where the session began", async () => {
  upstream();
  commit("b.md", "older\n");
  const since = await position();
  commit("c.md", "mine\n");
  repo.git(["merge", "-q", "-m", "join", "upstream"]);
  repo.git(["reflog", "delete", "HEAD@{6}"]);
  expect(await own(since, ["mine\n", "upstream\n", "older\n"])).toEqual(["mine\n"]);
});

test("a reflog that was thrown away leaves everything the session's", async () => {
  upstream();
  const since = await position();
  repo.git(["merge", "-q", "--ff-only", "upstream"]);
  writeFileSync(join(repo.path, ".git/logs/HEAD"), "");
  expect(await own(since, ["upstream\n"])).toEqual(["upstream\n"]);
});

test("an unborn branch has no commit, and the first one is all the session's", async () => {
  const fresh = temporaryFolder();
  try {
    fresh.git(["init", "-q", "-b", "main"]);
    const since = await position(fresh.path);
    expect(since).toEqual({ commit: "", reflogBytes: 0 });
    fresh.write("a.md", "mine\n");
    fresh.git(["add", "-A"]);
    fresh.git(["commit", "-qm", "x"]);
    expect(await own(since, ["mine\n"], fresh.path)).toEqual(["mine\n"]);
  } finally {
    fresh.remove();
  }
});

test("a detached HEAD is followed like a branch", async () => {
  repo.git(["checkout", "-q", "--detach"]);
  const since = await position();
  commit("b.md", "mine\n");
  repo.git(["checkout", "-q", "main"]);
  expect(await own(since, ["mine\n", "first\n"])).toEqual(["mine\n"]);
});

test("linked work trees have a reflog each", async () => {
  repo.git(["worktree", "add", "-q", "-b", "x", ".claude/worktrees/x"]);
  const tree = join(repo.path, ".claude/worktrees/x");
  const [here, there] = [await position(), await position(tree)];
  writeFileSync(join(tree, "b.md"), "mine\n");
  repo.git(["add", "-A"], { in: ".claude/worktrees/x" });
  repo.git(["commit", "-qm", "x"], { in: ".claude/worktrees/x" });
  expect(await own(there, ["mine\n"], tree)).toEqual(["mine\n"]);
  expect(await own(here, ["mine\n"])).toEqual([]);
});

test("a damaged HEAD is Git's failure, not an unborn branch", async () => {
  mkdirSync(join(repo.path, ".git/refs/heads"), { recursive: true });
  writeFileSync(join(repo.path, ".git/refs/heads/main"), `${"1".repeat(40)}\n`);
  expect(await headPosition(workspaceAt(repo.path))).toMatchObject({
    ok: false,
    problem: { code: "git-failed" },
  });
});
