import { expect, test } from "vitest";
import { formatText } from "../../../src/report/format-text.ts";
import { checked, print, reportOf } from "./sample-report.ts";
import { finding, relPath } from "./support.ts";

test("findings by file, aligned, each with its line and a caret under the match", () => {
  const report = reportOf(
    [
      checked("docs/a.md", [
        finding({
          line: 3,
          column: 4,
          endColumn: 11,
          severity: "error",
          check: "Team.Terms",
          message: "Use 'use' instead of 'utilize'.",
          match: "utilize",
          suggestions: ["use"],
        }),
        finding({ line: 12, column: 7, endColumn: 13 }),
      ]),
      checked("docs/b.md", [finding({ path: "docs/b.md", severity: "suggestion" })], true),
      { kind: "unchecked", path: relPath("docs/c.md"), problem: { code: "not-utf8", offset: 11 } },
    ],
    { skipped: [{ path: "logo.svg", reason: "kind-not-supported" }] },
  );
  const texts = {
    "docs/a.md": `# A\n\nWe utilize it.\n${"\n".repeat(8)}word, foobad.\n`,
    "docs/b.md": "foobad\n",
  };
  expect(print(formatText, report, texts)).toMatchInlineSnapshot(`
    "docs/a.md:3:4   error    Team.Terms  Use 'use' instead of 'utilize'. → use 'use'
       3 │ We utilize it.
         │    ^^^^^^^
    docs/a.md:12:7  warning  T.Foo       Don't use 'foobad'.
      12 │ word, foobad.
         │       ^^^^^^

    docs/b.md:1:1  suggestion  T.Foo  Don't use 'foobad'.
      1 │ foobad
        │ ^^^^^^

    Not checked
      docs/c.md  not UTF-8 (byte 12). Save it as UTF-8.

    Skipped
      logo.svg  not a kind of file that is checked; extensions in .valehook.toml adds kinds that Vale is configured for.

    Incomplete: 1 file could not be checked. 3 findings in 2 files: 1 error, 1 warning, 1 suggestion. 2 files checked (1 of them unchanged since an earlier check) in 0.8 s.
    "
  `);
});

test.each([
  ["ascii", "a foobad b", 3],
  ["wide characters", "界界 foobad", 4],
  ["combining characters", "e\u0301e\u0301 foobad", 6],
  ["an emoji", "😀 foobad", 3],
  ["a tab", "\tfoobad", 2],
  ["a tab after text", "ab\tfoobad", 4],
  ["a control character", "\u001B foobad", 3],
  ["a long line", `${"x".repeat(300)} foobad ${"y".repeat(300)}`, 302],
  ["columns that are wrong", "a foobad b", 9],
])("the caret stands under the match after %s", (_, line, column) => {
  const report = reportOf([
    checked("a.md", [finding({ path: "a.md", column, endColumn: column + 6 })]),
  ]);
  const [, source = "", carets = ""] = print(formatText, report, { "a.md": line }).split("\n");
  // Every character of these samples that is wide takes two cells; the others one or, combining, none.
  const cells = source.replace(/[界😀]/gu, "##").replace(/\u0301/g, "");
  expect(cells.slice(carets.indexOf("^"), carets.indexOf("^") + 6)).toBe("foobad");
  expect(carets).toMatch(/│ +\^{6}$|│ \^{6}$/);
  expect(cells.length).toBeLessThan(120);
});

test("a line that doesn't hold the match is shown without a caret", () => {
  const report = reportOf([checked("a.md", [finding({ path: "a.md", column: 1 })])]);
  const output = print(formatText, report, { "a.md": "rewritten since" });
  expect(output).toContain("│ rewritten since");
  expect(output).not.toContain("^");
});

test("no colours unless they are asked for", () => {
  const report = reportOf([checked("a.md", [finding({ path: "a.md" })])]);
  expect(print(formatText, report)).not.toContain("\u001B");
  expect(print(formatText, report, {}, { color: true })).toContain("\u001B[33m");
});

test("what to do where nothing could be checked", () => {
  const unconfigured = reportOf([], { unconfigured: { code: "no-vale-config", root: "/work" } });
  expect(print(formatText, unconfigured)).toMatchInlineSnapshot(`
    "Skipped
      /work has no Vale configuration, so nothing was checked. Run valehook init to write a first one, or pass --config.

    Nothing was checked.
    "
  `);
  const missing = reportOf([], { problems: [{ code: "vale-missing", skippedInWorkspace: [] }] });
  expect(print(formatText, missing)).toMatchInlineSnapshot(`
    "Not checked
      Vale was not found. Install it (brew install vale, or go install github.com/vale-cli/vale/v3/cmd/vale@v3.22.0), or name it in VALEHOOK_VALE.

    Incomplete: the check could not be done as a whole. 0 files checked in 0.8 s.
    "
  `);
});

test("a clean scan says what was checked, and that older findings aren't listed", () => {
  const old = finding();
  const report = reportOf([checked("docs/a.md", [old])], {
    older: new Set([old]),
    report: "new",
  });
  expect(print(formatText, report)).toBe(
    "Clean. 1 older finding not listed. 1 file checked in 0.8 s.\n",
  );
});

test("a cause that many files share stands once above them; a terminal shows the first ten", () => {
  const paths = Array.from(
    { length: 12 },
    (_, index) => `docs/p${String(index).padStart(2, "0")}.md`,
  );
  const missing = { code: "vale-missing" as const, skippedInWorkspace: [] };
  const report = reportOf([
    ...paths.map((path) => ({ kind: "unchecked" as const, path: relPath(path), problem: missing })),
    { kind: "unchecked", path: relPath("docs/z.md"), problem: { code: "not-utf8", offset: 11 } },
  ]);
  const onTerminal = print(formatText, report, {}, { terminal: true });
  expect(onTerminal.match(/Vale was not found/g)).toHaveLength(1);
  expect(onTerminal).toContain("    docs/p09.md\n    and 2 more files\n  docs/z.md  not UTF-8");
  const elsewhere = print(formatText, report);
  expect(elsewhere.match(/^ {4}docs\/p\d\d\.md$/gm)).toHaveLength(12);
  expect(elsewhere).toContain("Incomplete: 13 files could not be checked.");
  expect(report.incomplete).toHaveLength(13);
});
