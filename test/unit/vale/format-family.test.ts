import { expect, test } from "vitest";
import { formatFamily } from "../../../src/vale/format-family.ts";

test.each(["a.md", "a.txt", "a.html", "a.py", "a.sh", "A.MD", "docs/x.tsx"])(
  "%s needs no parser",
  (path) => {
    expect(formatFamily(path)).toBe("native");
  },
);

test("each format that may need a parser is apart from every other", () => {
  const families = ["a.md", "a.rst", "a.adoc", "a.mdx", "a.xml", "a.dita", "a.qmd", "Makefile"].map(
    formatFamily,
  );
  expect(new Set(families).size).toBe(families.length);
});
