import type { Log, Run } from "sarif";
import { describe, expect, test } from "vitest";
import { relPathFromBytes } from "../../../src/base/rel-path.ts";
import { formatJson } from "../../../src/report/format-json.ts";
import { formatRdjsonl } from "../../../src/report/format-rdjsonl.ts";
import { formatSarif } from "../../../src/report/format-sarif.ts";
import type { ScanReport } from "../../../src/report/scan-report.ts";
import { checked, print, reportOf } from "./sample-report.ts";
import { validSarif } from "./schemas.ts";
import { finding, relPath } from "./support.ts";

describe("sarif", () => {
  test("levels, rules with a link only if there is one, columns in code points", () => {
    const report = reportOf([
      checked("docs/a b.md", [
        finding({ severity: "error", check: "T.B", link: "https://example.com/b" }),
        finding({ line: 2, severity: "suggestion", check: "T.A", link: "" }),
        finding({ line: 3, check: "T.C", link: "see the wiki" }),
      ]),
    ]);
    const sarif = runOf(report);
    expect(sarif?.columnKind).toBe("unicodeCodePoints");
    expect(sarif?.tool.driver.rules).toEqual([
      { id: "T.A", defaultConfiguration: { level: "note" } },
      { id: "T.B", defaultConfiguration: { level: "error" }, helpUri: "https://example.com/b" },
      { id: "T.C", defaultConfiguration: { level: "warning" } },
    ]);
    expect(sarif?.results?.map(({ level, ruleIndex }) => [level, ruleIndex])).toEqual([
      ["error", 1],
      ["note", 0],
      ["warning", 2],
    ]);
    expect(sarif?.results?.[0]?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "docs/a%20b.md", uriBaseId: "%SRCROOT%" },
      region: { startLine: 1, startColumn: 1, endColumn: 7 },
    });
    expect(sarif?.originalUriBaseIds?.["%SRCROOT%"]?.uri).toBe("file:///work/hand%20book/");
  });

  test("a fix only where there is exactly one suggestion", () => {
    const report = reportOf([
      checked("a.md", [
        finding({ suggestions: ["use"] }),
        finding({ line: 2, suggestions: ["a", "b"] }),
        finding({ line: 3 }),
      ]),
    ]);
    const fixes = runOf(report)?.results?.map((result) => result.fixes?.length ?? 0);
    expect(fixes).toEqual([1, 0, 0]);
  });

  test("what could not be checked makes the invocation unsuccessful and is named", () => {
    const report = reportOf(
      [{ kind: "unchecked", path: relPath("b.md"), problem: { code: "not-utf8", offset: 0 } }],
      { problems: [{ code: "vale-missing", skippedInWorkspace: [] }], vale: undefined },
    );
    const invocation = runOf(report)?.invocations?.[0];
    expect(invocation?.executionSuccessful).toBe(false);
    const notifications = invocation?.toolExecutionNotifications ?? [];
    expect(notifications.map(({ descriptor }) => descriptor?.id)).toEqual([
      "vale-missing",
      "not-utf8",
    ]);
  });

  test("a name that is not UTF-8 keeps its bytes", () => {
    const path = relPathFromBytes(Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]));
    const sarif = runOf(reportOf([checked(path, [finding({ path })])]));
    const location = sarif?.results?.[0]?.locations?.[0]?.physicalLocation;
    expect(location?.artifactLocation?.uri).toBe("a%FF.md");
  });
});

describe("rdjsonl", () => {
  test("columns count bytes", () => {
    const range = { start: { line: 1, column: 6 }, end: { line: 1, column: 12 } };
    expect(firstOf("ü😀foobad", 3)).toMatchObject({
      location: { path: "a.md", range: { start: { column: 7 }, end: { column: 13 } } },
    });
    expect(firstOf("é界foobad", 3)).toMatchObject({ suggestions: [{ text: "x", range }] });
  });

  test("a byte order mark counts, for it is in the file", () => {
    expect(firstOf("\uFEFFfoobad", 1)).toMatchObject({
      location: { range: { start: { column: 4 } } },
    });
  });

  test("a line that no longer holds the match has neither columns nor suggestions", () => {
    const diagnostic = firstOf("rewritten", 1);
    expect(diagnostic).toMatchObject({ location: { range: { start: { line: 1 } } } });
    expect(diagnostic).not.toHaveProperty("location.range.end");
    expect(diagnostic).not.toHaveProperty("suggestions");
  });
});

test("the order in which files and findings came makes no difference", () => {
  const outcomes = ["b.md", "a.md", "c.md"].map((path) =>
    checked(path, [finding({ path, line: 9 }), finding({ path, line: 2 })]),
  );
  const backwards = outcomes.toReversed();
  for (const format of [formatJson, formatSarif, formatRdjsonl]) {
    expect(print(format, reportOf(backwards))).toBe(print(format, reportOf(outcomes)));
  }
});

test("50,000 findings are printed in pieces, none of which is more than a file", () => {
  const outcomes = Array.from({ length: 500 }, (_, file) =>
    checked(
      `docs/${file}.md`,
      Array.from({ length: 100 }, (__, line) => finding({ line: line + 1 })),
    ),
  );
  const report = reportOf(outcomes);
  const context = { sourceText: () => undefined, color: false, terminal: false, version: "0.1.0" };
  for (const format of [formatJson, formatSarif]) {
    let largest = 0;
    let all = 0;
    for (const piece of format(report, context)) {
      largest = Math.max(largest, piece.length);
      all += piece.length;
    }
    expect(all).toBeGreaterThan(5_000_000);
    expect(largest).toBeLessThan(50_000);
  }
});

function runOf(report: ScanReport): Run | undefined {
  const log = JSON.parse(print(formatSarif, report)) as Log;
  expect(validSarif(log), JSON.stringify(validSarif.errors)).toBe(true);
  return log.runs[0];
}

function firstOf(text: string, column: number): unknown {
  const found = finding({ path: "a.md", column, endColumn: column + 6, suggestions: ["x"] });
  const report = reportOf([checked("a.md", [found])]);
  return JSON.parse(print(formatRdjsonl, report, { "a.md": text }));
}
