import { expect, test } from "vitest";

import { mayMatchSection } from "../../../src/scope/vale-sections.ts";

test.each([
  ["*", ["a.md", "docs/a.md", ""], []],
  ["*.md", ["a.md", "docs/a.md", "A.MD"], ["a.mdx", "md", "a.md.txt"]],
  ["*.{md,rst}", ["a.md", "docs/a.rst"], ["a.txt", "a.{md,rst}"]],
  ["docs/*.md", ["docs/a.md", "docs/x/a.md"], ["a.md", "other/a.md"]],
  ["README.md", ["README.md", "readme.md"], ["docs/README.md"]],
  ["docs/**/*.md", ["docs/a.md", "docs/x/y/a.md"], ["a.md", "docs/a.txt"]],
  ["**/guide/*.md", ["guide/a.md", "x/guide/a.md"], ["x/a.txt"]],
  ["?.md", ["a.md", "é.md", "😀.md"], ["ab.md"]],
  ["{a,b}/{c,d}.md", ["a/d.md", "b/c.md"], ["a/e.md", "ab/cd.md"]],
  ["{docs/*,guide}.md", ["docs/a.md", "guide.md"], ["guide.txt"]],
  ["{README.md,docs}/**", ["README.md", "docs", "docs/x/a.md"], ["guide.md"]],
  ["*.md/**", ["a.md", "a.md/b"], ["a.txt"]],
  ["", [""], ["a.md"]],
])("section [%s] may match %j and can't match %j", (section, matched, others) => {
  const mayMatch = mayMatchSection(section) ?? expect.fail("not understood");
  expect(matched.filter((path) => !mayMatch(path))).toEqual([]);
  expect(others.filter(mayMatch)).toEqual([]);
});

test.each([
  "[ab].md",
  "[!ab].md",
  "!*.md",
  "*.{md,{rst,txt}}",
  "{docs,*.md",
  "*.md}",
  "*.[md",
  "a\\.md",
  "{}",
])("section [%s] isn't told apart here", (section) => {
  expect(mayMatchSection(section)).toBeUndefined();
});

test("a pattern made to take long is judged at once", () => {
  const hostile = [
    `${"*a".repeat(2_000)}b`,
    "{a,b}".repeat(500),
    `${"{".repeat(5_000)}a`,
    `{${"a,".repeat(20_000)}b}`,
  ];
  for (const section of hostile) mayMatchSection(section)?.("a".repeat(4_096));
});
