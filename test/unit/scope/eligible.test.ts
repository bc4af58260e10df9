import { expect, test } from "vitest";

import { compileRules, documentKind } from "../../../src/scope/eligible.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import type { ScopeRules } from "../../../src/scope/eligible.ts";

const open: ScopeRules = {
  extensions: [],
  include: [],
  exclude: [],
  stylesPaths: [],
  maxFiles: 20_000,
  maxFileBytes: 1024 * 1024,
};

async function whyNot(path: string, rules: Partial<ScopeRules> = {}) {
  return (await compileRules({ ...open, ...rules })).whyNot(path as RelPath);
}

test.each([
  ["README.md", "documentation"],
  ["CODE.MD", "documentation"],
  ["docs/page.Html", "documentation"],
  ["src/main.rs", "source"],
  ["a.b/c.d/x.hpp", "source"],
  ["page.qmd", undefined],
  ["Makefile", undefined],
  ["docs.md/Makefile", undefined],
  ["docs/.md", undefined],
  [".md", undefined],
  ["x.", undefined],
])("%s is %s", (path, kind) => {
  expect(documentKind(path)).toBe(kind);
});

test.each([
  ["node_modules/x/a.md", "excluded-folder"],
  ["a/b/.venv/lib/a.md", "excluded-folder"],
  [".claude/worktrees/x/a.md", "excluded-folder"],
  ["node_modules.md", undefined],
  ["my-dist/a.md", undefined],
  ["distant/build.md", undefined],
  ["xvale/a.md", undefined],
])("%s: %s", async (path, reason) => {
  expect(await whyNot(path)).toBe(reason);
});

test("extra extensions are taken in any letter case", async () => {
  expect(await whyNot("page.qmd")).toBe("kind-not-supported");
  expect(await whyNot("page.QMD", { extensions: [".qmd"] })).toBeUndefined();
});

test("the StylesPath is no prose", async () => {
  const rules = { stylesPaths: ["docs/styles" as RelPath] };
  expect(await whyNot("docs/styles/Vocab/accept.txt", rules)).toBe("excluded-folder");
  expect(await whyNot("docs/styles.md", rules)).toBeUndefined();
});

test("include and exclude follow gitignore, letter case and order included", async () => {
  const rules = { include: ["/docs/**", "*.md"], exclude: ["CHANGELOG.md", "!docs/CHANGELOG.md"] };
  expect(await whyNot("docs/a.rst", rules)).toBeUndefined();
  expect(await whyNot("src/docs/a.rst", rules)).toBe("excluded-by-configuration");
  expect(await whyNot("src/CHANGELOG.md", rules)).toBe("excluded-by-configuration");
  expect(await whyNot("docs/CHANGELOG.md", rules)).toBeUndefined();
  expect(await whyNot("changelog.md", rules)).toBeUndefined();
});

test("a name with bytes that are not UTF-8 is judged like any other", async () => {
  expect(await whyNot("docs/l\udce9.md", { include: ["docs/**"] })).toBeUndefined();
});

test("excluded folders are known before they are entered", async () => {
  const rules = await compileRules({ ...open, stylesPaths: ["styles" as RelPath] });
  expect(rules.isExcludedFolder("a/node_modules" as RelPath)).toBe(true);
  expect(rules.isExcludedFolder("styles" as RelPath)).toBe(true);
  expect(rules.isExcludedFolder("a/styles" as RelPath)).toBe(false);
});
