import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findWorkspace } from "../../../src/scope/workspace.ts";
import { listedPaths } from "../../../src/scope/listed-paths.ts";
import { temporaryFolder } from "../../support/scope-fixtures.ts";
import { walkListing } from "../../../src/scope/walk.ts";
import type { ScopeRules } from "../../../src/scope/eligible.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function walk(rules: Partial<ScopeRules> = {}) {
  const workspace = findWorkspace(folder.path);
  if (!workspace.ok) throw new Error(workspace.problem.code);
  return walkListing(workspace.value, {
    extensions: [],
    include: [],
    exclude: [],
    stylesPaths: [],
    maxFiles: 100,
    maxFileBytes: 1024,
    ...rules,
  });
}

async function paths(rules: Partial<ScopeRules> = {}): Promise<string[]> {
  const listing = await walk(rules);
  if (!listing.ok) throw new Error(JSON.stringify(listing.problem));
  return listedPaths(listing.value.bytes);
}

test("regular files of a checked kind are listed in byte order, whatever their names", async () => {
  for (const name of ["b.md", "a.md", "docs/z.rst", "docs.md", "data.bin", "é.md"])
    folder.write(name);
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder.path}/l`), Buffer.from([0xe9]), Buffer.from(".md")]),
    "x",
  );
  expect(await paths()).toEqual(["a.md", "b.md", "docs.md", "docs/z.rst", "l\udce9.md", "é.md"]);
});

test("links are not followed, FIFOs and folders of a file's name are no files", async () => {
  folder.write("real/a.md");
  symlinkSync("real", join(folder.path, "link"));
  symlinkSync("real/a.md", join(folder.path, "l.md"));
  symlinkSync("..", join(folder.path, "real/up"));
  mkdirSync(join(folder.path, "dir.md"));
  execFileSync("mkfifo", [join(folder.path, "p.md")]);
  expect(await paths()).toEqual(["real/a.md"]);
});

test("excluded folders, the StylesPath and nested repositories are not entered", async () => {
  for (const name of ["node_modules/a.md", "x/.venv/a.md", "styles/a.txt", "inner/a.md", "a.md"]) {
    folder.write(name);
  }
  folder.git(["init", "-q"], { in: "inner" });
  mkdirSync(join(folder.path, "empty/.git"), { recursive: true });
  folder.write("empty/a.md");
  expect(await paths({ stylesPaths: ["styles" as never] })).toEqual(["a.md", "empty/a.md"]);
});

test(".gitignore files mean what they mean to Git", async () => {
  folder.write(".gitignore", "*.txt\n!keep.txt\n/top/\nsub/deep\n# comment\n\\#x.md\n");
  folder.write("sub/.gitignore", "!back.txt\n/only.md\nkeep.txt\n");
  for (const name of [
    "a.md",
    "b.txt",
    "keep.txt",
    "#x.md",
    "top/a.md",
    "sub/top/a.md",
    "sub/back.txt",
    "sub/other.txt",
    "sub/keep.txt",
    "sub/only.md",
    "sub/x/only.md",
    "sub/deep/a.md",
  ]) {
    folder.write(name);
  }
  const walked = await paths();
  folder.git(["init", "-q"]);
  const git = folder.git(["ls-files", "--others", "--exclude-standard"]).split("\n");
  expect(walked).toEqual(git.filter((path) => !path.endsWith(".gitignore")).toSorted());
  expect(walked).toContain("sub/back.txt");
});

test("more eligible files than the limit are refused, those that aren't eligible do not count", async () => {
  for (let index = 0; index < 6; index += 1) folder.write(`${index}.md`);
  for (let index = 0; index < 20; index += 1) folder.write(`data/${index}.bin`);
  expect(await paths({ maxFiles: 6 })).toHaveLength(6);
  expect(await walk({ maxFiles: 5 })).toEqual({
    ok: false,
    problem: { code: "too-many-files", count: 6, max: 5 },
  });
});

test("a folder in which far more must be looked at than can be eligible is refused", async () => {
  for (let index = 0; index < 41; index += 1) folder.write(`data/${index}.bin`);
  expect(await walk({ maxFiles: 2 })).toEqual({
    ok: false,
    problem: { code: "too-many-entries", path: folder.path, max: 40 },
  });
});

test("a root that went away is a problem", async () => {
  const workspace = findWorkspace(folder.path);
  folder.remove();
  expect(
    workspace.ok &&
      (await walkListing(workspace.value, {
        extensions: [],
        include: [],
        exclude: [],
        stylesPaths: [],
        maxFiles: 1,
        maxFileBytes: 1,
      })),
  ).toEqual({
    ok: false,
    problem: { code: "folder-unreadable", path: folder.path, errno: "ENOENT" },
  });
});
