import { execFileSync } from "node:child_process";
import { symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { blobIdsAt, digestFormat, readBlob, readBlobs } from "../../../src/scope/blobs.ts";
import { changedAgainst } from "../../../src/scope/changed-against.ts";
import { contentDigest } from "../../../src/base/digest.ts";
import { gitClient } from "../../../src/scope/git-client.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import { temporaryFolder, temporaryRepository } from "../../support/scope-fixtures.ts";
import type { Digest } from "../../../src/base/digest.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";
import type { Workspace } from "../../../src/scope/workspace.ts";

let repo: TemporaryFolder;
let workspace: Workspace;
beforeEach(() => {
  repo = temporaryRepository();
  workspace = open(repo);
});
afterEach(() => repo.remove());

function open(folder: TemporaryFolder): Workspace {
  const found = findWorkspace(folder.path);
  if (!found.ok) throw new Error(found.problem.code);
  return found.value;
}

function digest(text: string): Digest {
  return contentDigest(Buffer.from(text), "sha1");
}

async function changed(ref = "HEAD", mergeBase = false): Promise<readonly string[]> {
  const found = await changedAgainst(workspace, ref, { mergeBase });
  if (!found.ok) throw new Error(JSON.stringify(found.problem));
  return found.value.paths;
}

const odd = ["caf\u00e9.md", "new\nline.md", 'qu"o\\te.md', "-x.md", "l\udce9.md", "*.md"];

function writeOddNames(): void {
  for (const name of odd.filter((each) => !each.startsWith("l"))) repo.write(name, name);
  const bytes = Buffer.concat([Buffer.from(`${repo.path}/l`), Buffer.from([0xe9])]);
  writeFileSync(Buffer.concat([bytes, Buffer.from(".md")]), "latin");
}

describe("blobs", () => {
  test("have the ids that the digests of their bytes are, whatever the paths", async () => {
    writeOddNames();
    symlinkSync("a.md", join(repo.path, "l.md"));
    repo.git(["add", "-A"]);
    repo.git(["commit", "-qm", "odd"]);
    const paths = [...odd, "a.md", "gone.md", "l.md"] as RelPath[];
    const ids = await blobIdsAt(workspace, "HEAD", paths);
    const expected = new Map(
      odd.map((name) => [name, digest(name.startsWith("l") ? "latin" : name)]),
    );
    expect(ids.ok && ids.value).toEqual(expected.set("a.md", digest("first\n")));
    const asked = await blobIdsAt(workspace, "HEAD", ["*.md", "-x.md"] as RelPath[]);
    expect(asked.ok && [...asked.value.keys()]).toEqual(["*.md", "-x.md"]);
  });

  test("of a long list of paths are found as well", async () => {
    for (let index = 0; index < 300; index += 1) repo.write(`docs/${index}.md`, `${index}`);
    repo.git(["add", "-A"]);
    repo.git(["commit", "-qm", "many"]);
    const paths = Array.from({ length: 300 }, (_, index) => `docs/${index}.md` as RelPath);
    const ids = await blobIdsAt(workspace, "HEAD", paths);
    expect(ids.ok && ids.value.size).toBe(300);
    const blobs = ids.ok && (await readBlobs(workspace, [...ids.value.values()]));
    expect(blobs && blobs.ok && blobs.value.get(digest("299"))?.toString()).toBe("299");
  });

  test("come with their bytes as Git stores them, missing ones not at all", async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 10, 0]);
    repo.write("b.bin", bytes);
    repo.write("empty.md", "");
    repo.git(["add", "-A"]);
    const [binary, empty] = [contentDigest(bytes, "sha1"), digest("")];
    const missing = "1".repeat(40) as Digest;
    const blobs = await readBlobs(workspace, [binary, missing, empty, digest("first\n")]);
    expect(blobs.ok && blobs.value).toEqual(
      new Map([
        [binary, bytes],
        [empty, Buffer.alloc(0)],
        [digest("first\n"), Buffer.from("first\n")],
      ]),
    );
    expect(await readBlob(workspace, missing)).toEqual({ ok: true, value: undefined });
  });

  test("of an unborn branch are none, of an unknown commit Git's failure", async () => {
    expect(await blobIdsAt(workspace, "", ["a.md" as RelPath])).toEqual({
      ok: true,
      value: new Map(),
    });
    expect(await blobIdsAt(workspace, "1".repeat(40), ["a.md" as RelPath])).toMatchObject({
      ok: false,
      problem: { code: "git-failed", command: "ls-tree" },
    });
  });

  test("are named by the repository's own hash", async () => {
    const other = temporaryFolder();
    try {
      expect(digestFormat(workspace)).toBe("sha1");
      expect(digestFormat(open(other))).toBe("sha1");
      other.git(["init", "-q", "--object-format=sha256"]);
      other.write("a.md", "x");
      other.git(["add", "-A"]);
      other.git(["commit", "-qm", "x"]);
      expect(digestFormat(open(other))).toBe("sha256");
      const ids = await blobIdsAt(open(other), "HEAD", ["a.md" as RelPath]);
      expect(ids.ok && ids.value.get("a.md" as RelPath)).toBe(
        contentDigest(Buffer.from("x"), "sha256"),
      );
    } finally {
      other.remove();
    }
  });
});

describe("what changed against a commit", () => {
  test("is edited, staged, untracked and oddly named files, not deleted, ignored or touched ones", async () => {
    for (const name of ["edited.md", "staged.md", "back.md", "touched.md", "deleted.md"]) {
      repo.write(name, name);
    }
    repo.write(".gitignore", "ignored.md\n");
    repo.git(["add", "-A"]);
    repo.git(["commit", "-qm", "files"]);
    repo.write("edited.md", "edited");
    repo.write("staged.md", "staged");
    repo.write("back.md", "staged");
    repo.git(["add", "-A"]);
    repo.write("back.md", "back.md");
    utimesSync(join(repo.path, "touched.md"), 1, 1);
    repo.git(["rm", "-q", "deleted.md"]);
    repo.write("ignored.md");
    repo.write("new/new.md");
    symlinkSync("a.md", join(repo.path, "link.md"));
    writeOddNames();
    expect(await changed()).toEqual([...odd, "edited.md", "staged.md", "new/new.md"].toSorted());
  });

  test("is compared with the merge base where that is asked", async () => {
    repo.git(["checkout", "-q", "-b", "feature"]);
    repo.write("mine.md");
    repo.git(["add", "-A"]);
    repo.git(["commit", "-qm", "mine"]);
    repo.git(["checkout", "-q", "main"]);
    repo.write("a.md", "moved on\n");
    repo.git(["commit", "-qam", "on"]);
    repo.git(["checkout", "-q", "feature"]);
    expect(await changed("main", true)).toEqual(["mine.md"]);
    expect(await changed("main")).toEqual(["a.md", "mine.md"]);
  });

  test("leaves files of submodules and nested repositories to their own scope", async () => {
    const other = temporaryRepository();
    try {
      repo.git(["submodule", "--quiet", "add", other.path, "sub"]);
      repo.git(["commit", "-qm", "sub"]);
      repo.write("sub/a.md", "edited");
      repo.write("inner/b.md");
      repo.git(["init", "-q"], { in: "inner" });
      expect(await changed()).toEqual([]);
    } finally {
      other.remove();
    }
  });

  test("is every file on an unborn branch", async () => {
    repo.git(["checkout", "-q", "--orphan", "fresh"]);
    expect(await changed()).toEqual(["a.md"]);
  });

  test("can't be told of a ref that Git does not know, or that has nothing in common", async () => {
    for (const ref of ["nowhere", "-x", "", "HEAD:a.md"]) {
      expect(await changedAgainst(workspace, ref, { mergeBase: true }), ref).toMatchObject({
        ok: false,
        problem: { code: "ref-unknown", ref },
      });
    }
    const tree = repo.git(["rev-parse", "HEAD^{tree}"]);
    const alone = repo.git(["commit-tree", tree, "-m", "alone"]);
    expect(await changedAgainst(workspace, alone, { mergeBase: true })).toMatchObject({
      problem: { code: "no-merge-base", ref: alone, shallow: false },
    });
  });

  test("is not what only line ends conversion changes on disk", async () => {
    repo.git(["config", "core.autocrlf", "true"]);
    repo.write("crlf.md", "one\r\ntwo\r\n");
    repo.git(["add", "-A"]);
    repo.git(["commit", "-qm", "crlf"]);
    expect(await changed()).toEqual([]);
  });
});

test("no program that a repository names is ever run", async () => {
  const trace = join(repo.path, "../ran");
  const script = repo.write("../evil", `#!/bin/sh\necho "$0 $*" >> '${trace}'\ncat\n`);
  execFileSync("chmod", ["+x", script]);
  repo.write(".gitattributes", "*.md filter=evil diff=evil merge=evil\n*.txt filter=a=b.c\n");
  repo.write("b.txt", "b\n");
  repo.git(["add", "-A"]);
  repo.git(["commit", "-qm", "attributes"]);
  const hooks = [
    "post-index-change",
    "fsmonitor-watchman",
    "reference-transaction",
    "post-checkout",
  ];
  for (const name of hooks) {
    execFileSync("cp", [script, repo.write(`../hooks/${name}`)]);
  }
  for (const key of [
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "filter.a=b.c.clean",
    "diff.evil.textconv",
    "diff.evil.command",
    "diff.external",
    "merge.evil.driver",
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.askPass",
    "gpg.program",
    "credential.helper",
    "core.alternateRefsCommand",
    "pager.status",
    "pager.ls-tree",
  ]) {
    repo.git(["config", key, script]);
  }
  repo.git(["config", "filter.evil.required", "true"]);
  repo.git(["config", "core.hooksPath", join(repo.path, "../hooks")]);
  repo.git(["config", "log.showSignature", "true"]);
  repo.write("a.md", "FIRST\n");
  repo.write("b.txt", "B\n");
  const all = await exercise();
  expect(all.map((result) => result.ok)).toEqual(all.map(() => true));
  expect(() => execFileSync("cat", [trace], { stdio: "pipe" })).toThrow();
  // The same repository does run them when a person asks Git.
  expect(() => repo.git(["status"])).toThrow("filter 'evil'");
  expect(execFileSync("cat", [trace], { encoding: "utf8" })).toContain("evil");
});

/** Everything of this room that asks Git. */
async function exercise() {
  const { startGitListing } = await import("../../../src/scope/listing.ts");
  const { headPosition } = await import("../../../src/scope/head-position.ts");
  const { contentsBroughtBy } = await import("../../../src/scope/session-blobs.ts");
  const first = repo.git(["rev-parse", "HEAD~1"]);
  return [
    await startGitListing(workspace).done(),
    await headPosition(workspace),
    await contentsBroughtBy(workspace, { commit: first, reflogBytes: 0 }),
    await blobIdsAt(workspace, "HEAD", ["a.md" as RelPath]),
    await readBlob(workspace, digest("first\n")),
    await changedAgainst(workspace, "HEAD", { mergeBase: false }),
    await changedAgainst(workspace, first, { mergeBase: true }),
  ];
}

test("the variables of a person, a hook or a CI runner do not get in Git's way", async () => {
  const env = {
    ...process.env,
    EDITOR: "vi",
    PAGER: "less",
    PREFIX: "/usr",
    VISUAL: "vi",
    SSH_ASKPASS: "askpass",
    GIT_ASKPASS: "askpass",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_DIR: "/elsewhere",
    GIT_EDITOR: "vi",
    GIT_EXTERNAL_DIFF: "evil",
    GIT_INDEX_FILE: "/elsewhere",
    GIT_PAGER: "less",
    GIT_SEQUENCE_EDITOR: "vi",
    GIT_SSH_COMMAND: "ssh",
    GIT_TEMPLATE_DIR: "/elsewhere",
    GIT_WORK_TREE: "/elsewhere",
    GITHUB_ACTIONS: "true",
  };
  const head = await gitClient(workspace, [], env).text(["rev-parse", "HEAD"]);
  expect(head).toEqual({ ok: true, value: `${repo.git(["rev-parse", "HEAD"])}\n` });
});

test("a missing Git and a workspace that is gone are told apart off the quiet path too", async () => {
  const client = gitClient(workspace, [], { PATH: "/nowhere" });
  expect(await client.text(["rev-parse", "HEAD"])).toEqual({
    ok: false,
    problem: { code: "git-missing", root: repo.path },
  });
  repo.remove();
  expect(await client.text(["rev-parse", "HEAD"])).toEqual({
    ok: false,
    problem: { code: "folder-unreadable", path: repo.path, errno: "ENOENT" },
  });
});
