import { describe, expect, test } from "vitest";

import { silencingComments } from "../../../src/vale/silencing-comments.ts";

const read = (path: string, text: string) =>
  silencingComments(path, text).map(({ firstLine, text: words }) => `${firstLine} ${words}`);

describe("comments that turn Vale off", () => {
  test.each([
    ["a.md", "<!-- vale off -->"],
    ["a.MD", "<!--vale off-->"],
    ["a.mdx", "{/* vale off */}"],
    ["a.md", "{/* vale off */}"],
    ["a.html", "x <!-- vale off --> y"],
    ["a.rst", ".. vale off"],
    ["a.rst", "  ..   vale off"],
    ["a.adoc", "pass:[<!-- vale off -->]"],
  ])("%s: %s", (path, text) => {
    expect(read(path, `# T\n\n${text}\n\nmore\n`)).toEqual(["3 vale off"]);
  });

  test.each([
    "vale T.Foo = NO",
    'vale T.Foo["bar", "baz"] = NO',
    "vale T = NO",
    "vale T.Foo = off",
    "vale style = U",
    "vale styles = U, V",
  ])("%s", (words) => {
    expect(read("a.md", `<!-- ${words} -->\n`)).toEqual([`1 ${words}`]);
  });

  test("a comment over several lines", () => {
    expect(silencingComments("a.md", "a\r\n<!--\r\nvale off\r\n-->\r\n")).toEqual([
      { firstLine: 2, lastLine: 4, text: "vale off" },
    ]);
    expect(read("a.rst", "..\n   vale off\n")).toEqual(["1 vale off"]);
  });

  test("in the order of their lines", () => {
    expect(read("a.mdx", "{/* vale A.B = NO */}\n<!-- vale off -->\n{/* vale off */}\n")).toEqual([
      "1 vale A.B = NO",
      "2 vale off",
      "3 vale off",
    ]);
  });
});

describe("what is none", () => {
  test.each([
    ["a.md", "<!-- vale on -->"],
    ["a.md", "<!-- vale T.Foo = YES -->"],
    ["a.md", "<!-- VALE OFF -->"],
    ["a.md", "<!--  vale  off  -->"],
    ["a.md", "<!-- turn vale off -->"],
    ["a.md", "vale off"],
    ["a.md", "Write `<!-- vale off -->` or ``<!-- vale T = NO -->``."],
    ["a.md", "```html\n<!-- vale off -->\n```"],
    ["a.md", "~~~~\n```\n<!-- vale off -->\n~~~\n~~~~"],
    ["a.txt", "<!-- vale off -->"],
    ["a.py", "# vale off"],
    ["a.rst", "vale off"],
    ["a.adoc", "// vale off"],
  ])("%s: %s", (path, text) => {
    expect(read(path, `${text}\n`)).toEqual([]);
  });
});
