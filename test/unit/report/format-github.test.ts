import { expect, test } from "vitest";
import { formatGithub } from "../../../src/report/format-github.ts";
import type { Severity } from "../../../src/vale/finding.ts";
import { checked, print, reportOf } from "./sample-report.ts";
import { finding, relPath } from "./support.ts";

function lines(severity: Severity, number: number) {
  return Array.from({ length: number }, (_, index) => finding({ line: index + 1, severity }));
}

test("properties and messages are escaped as the runner unescapes them", () => {
  const path = "docs/50%,a:b\n.md";
  const message = "100% sure,\nsee: a";
  const report = reportOf([checked(path, [finding({ path, check: "T.Foo:x,y", message })])]);
  expect(print(formatGithub, report).split("\n")[0]).toBe(
    "::warning file=docs/50%25%2Ca%3Ab%0A.md,line=1,endLine=1,col=1,endColumn=7,title=T.Foo%3Ax%2Cy::100%25 sure,\\nsee: a",
  );
});

test("no level has more commands than GitHub shows, the rest is in the log and counted", () => {
  const found = [...lines("suggestion", 14), ...lines("error", 12), ...lines("warning", 3)];
  const output = print(formatGithub, reportOf([checked("docs/a.md", found)])).split("\n");
  const commands = (level: string) => output.filter((line) => line.startsWith(`::${level} `));
  expect(commands("error")).toHaveLength(10);
  expect(commands("warning")).toHaveLength(3);
  expect(commands("notice")).toHaveLength(10);
  expect(output.filter((line) => line.startsWith("- docs/a.md:"))).toHaveLength(2 + 5);
  expect(commands("notice").at(-1)).toBe(
    "::notice title=valehook::29 findings: 12 errors, 3 warnings, 14 suggestions. 7 of these are only in the log, since GitHub shows 10 of each level a step.",
  );
});

test("what could not be checked comes first", () => {
  const report = reportOf([
    checked("a.md", lines("error", 20)),
    { kind: "unchecked", path: relPath("b.md"), problem: { code: "not-utf8", offset: 0 } },
  ]);
  expect(print(formatGithub, report).split("\n")[0]).toBe(
    "::error file=b.md,title=Not checked (not-utf8)::b.md: not UTF-8 (byte 1). Save it as UTF-8.",
  );
});

test("a clean scan prints nothing, a skipped one what to do", () => {
  expect(print(formatGithub, reportOf([checked("a.md", [])]))).toBe("");
  const skipped = reportOf([], { unconfigured: { code: "no-vale-config", root: "/work" } });
  expect(print(formatGithub, skipped)).toMatch(/^::notice .*valehook init.*\n$/);
});
