import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { contentDigest, type DigestFormat } from "../../../src/base/digest.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { lineDigest } from "../../../src/base/text-lines.ts";
import { baselineFiles, type BaselineFile } from "../../../src/snapshot/baseline.ts";
import { decodeBaseline, encodeBaseline } from "../../../src/snapshot/baseline-codec.ts";
import { readGitIndexFile } from "../../../src/snapshot/git-index-file.ts";
import { nodeDisk } from "../../../src/snapshot/node-disk.ts";
import { decodeSnapshot } from "../../../src/snapshot/snapshot-codec.ts";
import { presentPaths } from "../../../src/snapshot/snapshot.ts";
import { takeBaseline, type TakenBaseline } from "../../../src/snapshot/take-baseline.ts";
import { runGitIn } from "../../support/run-git.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const LIST = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];

async function takeIn(
  workspace: TestWorkspace,
  format: DigestFormat = "sha1",
): Promise<TakenBaseline> {
  const { root } = workspace;
  const run = runGitIn(root, workspace.env);
  const listing = await run(LIST);
  if (!listing.ok) throw new Error(listing.problem.code);
  const state = join(root, ".git", "vale-state");
  mkdirSync(state, { recursive: true });
  const taken = await takeBaseline({
    disk: nodeDisk(root, state),
    listing: listing.value,
    isEligible: (path) => path.endsWith(".md"),
    watched: [],
    format,
    git: { run, readIndex: () => readGitIndexFile(join(root, ".git", "index")) },
    maxFileBytes: 1024 * 1024,
    lineDigestBytes: 1024,
    deadline: deadlineIn(60_000),
  });
  if (!taken.ok) throw new Error(taken.problem.code);
  return taken.value;
}

/** Commits what is there and lets the index grow older than the files, so that Git's stat data can be trusted. */
function commitSettled(workspace: TestWorkspace): void {
  workspace.commit();
  workspace.shell("sleep 0.02; git update-index --refresh >/dev/null; touch .git/index");
}

function fileOf(taken: TakenBaseline, path: string): BaselineFile | undefined {
  return baselineFiles(taken.baseline)(path as RelPath);
}

function bytesOf(text: string, format: DigestFormat = "sha1"): string {
  return contentDigest(Buffer.from(text), format);
}

describe("the content of a file at the baseline", () => {
  test("is Git's blob where the file is clean, and hashed where it is not", async () => {
    const workspace = makeWorkspace({ files: { "clean.md": "clean\n", "dirty.md": "old\n" } });
    commitSettled(workspace);
    workspace.write("dirty.md", "new\n");
    workspace.write("untracked.md", "own\n\nlines\n");
    const taken = await takeIn(workspace);
    expect(fileOf(taken, "clean.md")).toEqual({ source: "git", digest: bytesOf("clean\n") });
    expect(fileOf(taken, "dirty.md")).toEqual({ source: "bytes", digest: bytesOf("new\n") });
    expect(fileOf(taken, "untracked.md")?.source).toBe("bytes");
    expect(fileOf(taken, "missing.md")).toBeUndefined();
    expect([...taken.lines]).toEqual([
      ["untracked.md", [lineDigest("own"), "", lineDigest("lines")]],
      ["dirty.md", [lineDigest("new")]],
    ]);
  });

  test.each(["2", "3", "4"])("is read from an index of version %s", async (version) => {
    const files = { "a.md": "a\n", "docs/deep/b.md": "b\n", "docs/deep/bc.md": "bc\n" };
    const workspace = makeWorkspace({ files });
    workspace.git("update-index", `--index-version=${version}`);
    workspace.write("later.md", "later\n");
    workspace.git("add", "--intent-to-add", "later.md");
    workspace.shell("sleep 0.02; touch .git/index");
    const taken = await takeIn(workspace);
    for (const [path, text] of Object.entries(files)) {
      expect(fileOf(taken, path)).toEqual({ source: "git", digest: bytesOf(text) });
    }
    expect(fileOf(taken, "later.md")).toEqual({ source: "bytes", digest: bytesOf("later\n") });
  });

  test("is a sha256 id in a sha256 repository", async () => {
    const workspace = makeWorkspace({ kind: "plain" });
    workspace.git("init", "-q", "--object-format=sha256");
    workspace.write("a.md", "text\n");
    commitSettled(workspace);
    const taken = await takeIn(workspace, "sha256");
    const digest = workspace.git("rev-parse", "HEAD:a.md");
    expect(fileOf(taken, "a.md")).toEqual({ source: "git", digest });
    expect(digest).toBe(bytesOf("text\n", "sha256"));
  });

  test.each([
    [
      "core.autocrlf",
      (workspace: TestWorkspace) => void workspace.git("config", "core.autocrlf", "true"),
    ],
    ["text=auto", (workspace: TestWorkspace) => workspace.write(".gitattributes", "* text=auto\n")],
    [
      "eol=crlf",
      (workspace: TestWorkspace) => workspace.write(".gitattributes", "*.md eol=crlf\n"),
    ],
    [
      "info/attributes",
      (workspace: TestWorkspace) => workspace.write(".git/info/attributes", "*.md text\n"),
    ],
  ])("is never a blob whose line ends %s converted", async (_, configure) => {
    const workspace = makeWorkspace({ files: { "start.md": "start\n" } });
    configure(workspace);
    workspace.write("crlf.md", "one\r\ntwo\r\n");
    commitSettled(workspace);
    const taken = await takeIn(workspace);
    expect(workspace.git("status", "--porcelain", "crlf.md")).toBe("");
    expect(fileOf(taken, "crlf.md")).toEqual({
      source: "bytes",
      digest: bytesOf("one\r\ntwo\r\n"),
    });
  });

  test("is still Git's blob where text=auto converted nothing", async () => {
    const workspace = makeWorkspace({
      files: { ".gitattributes": "* text=auto\n", "a.md": "a\n" },
    });
    commitSettled(workspace);
    expect(fileOf(await takeIn(workspace), "a.md")?.source).toBe("git");
  });

  test("is hashed under a filter, and the filter isn't run", async () => {
    const workspace = makeWorkspace({ files: { ".gitattributes": "*.md filter=evil\n" } });
    workspace.git("config", "filter.evil.clean", "tr a-z n-za-m");
    workspace.write("a.md", "same size\n");
    commitSettled(workspace);
    workspace.git("config", "filter.evil.clean", "touch ran; cat");
    workspace.git("config", "filter.evil.smudge", "touch ran; cat");
    const taken = await takeIn(workspace);
    expect(fileOf(taken, "a.md")).toEqual({ source: "bytes", digest: bytesOf("same size\n") });
    expect(workspace.exists("ran")).toBe(false);
  });

  test.each(["ident", "working-tree-encoding=UTF-8"])("is hashed under %s", async (attribute) => {
    const files = { ".gitattributes": `*.md ${attribute}\n`, "a.md": "a $Id$\n" };
    const workspace = makeWorkspace({ files });
    commitSettled(workspace);
    expect(fileOf(await takeIn(workspace), "a.md")?.source).toBe("bytes");
  });

  test.each(["--assume-unchanged", "--skip-worktree"])("is hashed under %s", async (flag) => {
    const workspace = makeWorkspace({ files: { "a.md": "old\n" } });
    commitSettled(workspace);
    workspace.git("update-index", flag, "a.md");
    workspace.write("a.md", "new\n");
    workspace.shell("sleep 0.02; touch .git/index");
    const taken = await takeIn(workspace);
    expect(fileOf(taken, "a.md")).toEqual({ source: "bytes", digest: bytesOf("new\n") });
  });

  test("is hashed in a conflict, and the path counts once", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "base\n" } });
    workspace.shell("git checkout -q -b other && echo theirs >a.md && git commit -qam theirs");
    workspace.shell("git checkout -q - && echo ours >a.md && git commit -qam ours");
    workspace.shell("git merge other >/dev/null || true; sleep 0.02; touch .git/index");
    const taken = await takeIn(workspace);
    expect(presentPaths(taken.baseline.snapshot)).toEqual(["a.md"]);
    expect(fileOf(taken, "a.md")).toEqual({
      source: "bytes",
      digest: bytesOf(workspace.read("a.md")),
    });
  });

  test("is hashed where objects are replaced", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "old\n", "b.md": "new\n" } });
    commitSettled(workspace);
    const [a, b] = [
      workspace.git("rev-parse", "HEAD:a.md"),
      workspace.git("rev-parse", "HEAD:b.md"),
    ];
    workspace.git("replace", a, b);
    expect(fileOf(await takeIn(workspace), "a.md")?.source).toBe("bytes");
  });

  test("is hashed under a split index", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "a\n" } });
    commitSettled(workspace);
    workspace.git("update-index", "--split-index");
    expect(fileOf(await takeIn(workspace), "a.md")).toEqual({
      source: "bytes",
      digest: bytesOf("a\n"),
    });
  });

  test("is hashed for a file that is no older than the index", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "a\n" } });
    workspace.commit("nothing new");
    workspace.shell("touch -r a.md .git/index");
    expect(fileOf(await takeIn(workspace), "a.md")?.source).toBe("bytes");
  });

  test("stays unknown for what is too large, and its lines beyond the bound", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "a\n" } });
    workspace.write("large.md", "x".repeat(1024 * 1024 + 1));
    workspace.write("long.md", "word\n".repeat(300));
    const taken = await takeIn(workspace);
    expect(fileOf(taken, "large.md")).toEqual({ source: "unknown" });
    expect(fileOf(taken, "long.md")?.source).toBe("bytes");
    expect(taken.lines.has("long.md" as RelPath)).toBe(false);
  });
});

test("a baseline's bytes are those of a snapshot, too", async () => {
  const workspace = makeWorkspace({ files: { "a.md": "a\n", "docs/b.md": "b\n" } });
  commitSettled(workspace);
  const { baseline } = await takeIn(workspace);
  const file = encodeBaseline(baseline);
  const decoded = decodeBaseline(file, "sha1");
  const snapshot = decodeSnapshot(file);
  if (!decoded.ok || !snapshot.ok) throw new Error("not decoded");
  expect(presentPaths(snapshot.value)).toEqual(["a.md", "docs/b.md"]);
  expect(baselineFiles(decoded.value)("docs/b.md" as RelPath)).toEqual({
    source: "git",
    digest: bytesOf("b\n"),
  });
  expect(decodeBaseline(file, "sha256")).toEqual({ ok: false, problem: "damaged" });
});
