import { describe, expect, test } from "vitest";
import { verdictOf } from "../../../src/report/verdict.ts";
import type { Outcome } from "../../../src/vale/outcome.ts";
import { checked, reportOf } from "./sample-report.ts";
import { finding, relPath } from "./support.ts";

const unread: Outcome = {
  kind: "unchecked",
  path: relPath("u.md"),
  problem: { code: "unreadable", errno: "EACCES" },
};
const unconfigured: Outcome = {
  kind: "unchecked",
  path: relPath("n.md"),
  problem: { code: "no-vale-config", root: "/work" },
};
const clean = checked("a.md", []);
const found = checked("b.md", [finding({ path: "b.md" })]);

describe("the verdict", () => {
  test.each([
    ["clean", [clean]],
    ["clean", []],
    ["findings", [clean, found]],
    ["incomplete", [clean, unread]],
    ["incomplete", [found, unread]],
    ["skipped", [unconfigured]],
    ["clean", [unconfigured, clean]],
    ["findings", [unconfigured, found]],
    ["incomplete", [unconfigured, unread]],
  ] as const)("is %s", (verdict, outcomes) => {
    expect(verdictOf(outcomes)).toBe(verdict);
  });

  test("is incomplete where the check failed as a whole", () => {
    expect(verdictOf([], [{ code: "vale-missing", skippedInWorkspace: [] }])).toBe("incomplete");
  });
});

describe("the report of a scan", () => {
  test("counts what is listed and what is not", () => {
    const old = finding({ path: "c.md", severity: "error" });
    const outcomes = [
      clean,
      checked("c.md", [old, finding({ path: "c.md", line: 2 })], true),
      unread,
    ];
    const report = reportOf(outcomes, { older: new Set([old]), report: "new" });
    expect(report.summary).toEqual({
      eligible: 3,
      checked: 2,
      cached: 1,
      findings: 1,
      error: 0,
      warning: 1,
      suggestion: 0,
      older: 1,
    });
  });

  test("marks older findings where all are listed", () => {
    const old = finding({ path: "c.md" });
    const outcomes = [checked("c.md", [old, finding({ path: "c.md", line: 2 })])];
    const report = reportOf(outcomes, { older: new Set([old]) });
    expect(report.files[0]?.findings.map((one) => one.new)).toEqual([false, true]);
    expect(report.summary).not.toHaveProperty("older");
  });

  test("drops what is below the level, from the verdict too", () => {
    expect(reportOf([found], { minLevel: "error" })).toMatchObject({ status: "clean", files: [] });
  });

  test("says once that no configuration applies to anything, and else names the files", () => {
    const outcomes = [unconfigured, { ...unconfigured, path: relPath("m.md") }];
    const nothing = { code: "no-vale-config", root: "/work" } as const;
    expect(reportOf(outcomes, { unconfigured: nothing }).skipped).toEqual([
      { reason: "no-vale-config", detail: expect.stringContaining("valehook init") },
    ]);
    expect(reportOf(outcomes).skipped).toMatchObject([{ path: "m.md" }, { path: "n.md" }]);
    expect(reportOf([unconfigured, clean]).skipped).toMatchObject([{ path: "n.md" }]);
  });
});
