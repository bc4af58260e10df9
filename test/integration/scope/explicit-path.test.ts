import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { compileRules } from "../../../src/scope/eligible.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import { makeLinkTest } from "../../../src/scope/linked-folders.ts";
import { namedPath } from "../../../src/scope/explicit-path.ts";
import { temporaryRepository } from "../../support/scope-fixtures.ts";
import type { NamedPath } from "../../../src/scope/explicit-path.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";

let repo: TemporaryFolder;
beforeEach(() => {
  repo = temporaryRepository();
});
afterEach(() => repo.remove());

async function judge(name: string, cwd = repo.path): Promise<NamedPath> {
  const workspace = findWorkspace(repo.path);
  if (!workspace.ok) throw new Error(workspace.problem.code);
  const rules = await compileRules({
    extensions: [],
    include: [],
    exclude: ["CHANGELOG.md"],
    stylesPaths: [],
    maxFiles: 1,
    maxFileBytes: 1,
  });
  return namedPath(workspace.value, rules, cwd, name);
}

test("a file is the same however it is spelt", async () => {
  symlinkSync(repo.path, `${repo.path}-link`);
  mkdirSync(join(repo.path, "docs"));
  const file = { kind: "file", path: "a.md", overruled: undefined };
  for (const name of [
    "a.md",
    "./docs/../a.md",
    join(repo.path, "a.md"),
    `${repo.path}-link/a.md`,
  ]) {
    expect(await judge(name)).toEqual(file);
  }
  expect(await judge("../a.md", join(repo.path, "docs"))).toEqual(file);
});

test("a named file is taken although a rule leaves it out, and the rule is told", async () => {
  repo.write("node_modules/x/b.md");
  repo.write("CHANGELOG.md");
  expect(await judge("node_modules/x/b.md")).toMatchObject({
    kind: "file",
    overruled: "excluded-folder",
  });
  expect(await judge("CHANGELOG.md")).toMatchObject({
    kind: "file",
    overruled: "excluded-by-configuration",
  });
});

test("folders are told from files, the root among them", async () => {
  repo.write("docs/b.md");
  expect(await judge("docs/")).toEqual({ kind: "folder", path: "docs" });
  expect(await judge(".")).toEqual({ kind: "folder", path: "" });
});

test("what can't be checked is told with its reason", async () => {
  repo.write("data.bin");
  repo.write("real/b.md");
  symlinkSync("real", join(repo.path, "link"));
  symlinkSync("a.md", join(repo.path, "l.md"));
  execFileSync("mkfifo", [join(repo.path, "p.md")]);
  mkdirSync(join(repo.path, "inner"));
  repo.git(["init", "-q"], { in: "inner" });
  repo.write("inner/b.md");
  const outside = join(dirname(repo.path), "o.md");
  repo.write("../o.md");
  const reasons = {
    "data.bin": "kind-not-supported",
    "l.md": "symlink",
    link: "symlink",
    "link/b.md": "reached-through-symlink",
    "p.md": "not-regular-file",
    "inner/b.md": "nested-repository",
    inner: "nested-repository",
    [outside]: "outside-workspace",
    "..": "outside-workspace",
  };
  for (const [name, reason] of Object.entries(reasons)) {
    expect(await judge(name), name).toEqual({ kind: "skipped", reason });
  }
  expect(await judge("gone.md")).toEqual({ kind: "missing", errno: "ENOENT" });
  expect(await judge("a.md/x.md")).toEqual({ kind: "missing", errno: "ENOTDIR" });
});

test("a path through a linked folder is known as such, at any depth", () => {
  repo.write("real/deep/b.md");
  symlinkSync("real", join(repo.path, "link"));
  const isLinked = makeLinkTest(repo.path);
  const answers = ["a.md", "real/deep/b.md", "link/deep/b.md", "gone/b.md"].map((path) =>
    isLinked(path as RelPath),
  );
  expect(answers).toEqual([false, false, true, false]);
});
