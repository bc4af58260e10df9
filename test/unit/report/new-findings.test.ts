import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineDigest } from "../../../src/base/text-lines.ts";
import { baselineFindings, blockKey } from "../../../src/report/finding-keys.ts";
import { newFindings, type Baseline } from "../../../src/report/new-findings.ts";
import type { Finding } from "../../../src/vale/finding.ts";
import { finding } from "./support.ts";

/** A stand-in for Vale: every `bad` is a finding, and so is each `odd` if their number is odd. */
function check(lines: readonly string[]): Finding[] {
  const odd = lines.join(" ").split("odd").length % 2 === 0;
  return lines.flatMap((text, index) => {
    const words = text.includes("bad") ? ["bad"] : [];
    if (odd && text.includes("odd")) words.push("odd");
    return words.map((match) => finding({ line: index + 1, check: `T.${match}`, match }));
  });
}

function textBaseline(lines: readonly string[]): Baseline {
  return { kind: "text", lines, findings: baselineFindings(check(lines)) };
}

function freshOf(current: readonly string[], baseline: readonly string[]): string[] {
  const parted = newFindings(current, check(current), textBaseline(baseline));
  return parted.fresh.map(({ line, match }) => `${line} ${match}`);
}

describe("which findings are new", () => {
  test("one on an added line is, one on a shifted line isn't", () => {
    expect(freshOf(["bad new", "bad"], ["bad"])).toEqual(["1 bad"]);
  });

  test("one on a changed line is, though the baseline had an equal one there", () => {
    expect(freshOf(["bad, changed"], ["bad"])).toEqual(["1 bad"]);
  });

  test("one on an unchanged line is, if the baseline had none like it", () => {
    expect(freshOf(["odd", "and more"], ["odd", "odd"])).toEqual(["1 odd"]);
  });

  test("equal ones of lines that were removed don't excuse one on an unchanged line", () => {
    const baseline: Baseline = {
      kind: "text",
      lines: ["x", "y"],
      findings: baselineFindings([finding({ line: 1 })]),
    };
    expect(newFindings(["y"], [finding({ line: 1 })], baseline).fresh).toHaveLength(1);
  });

  test("of equal ones on unchanged lines the one that came is new, not the one that was there", () => {
    const baseline: Baseline = {
      kind: "text",
      lines: ["x", "y"],
      findings: baselineFindings([finding({ line: 2 })]),
    };
    const both = [finding({ line: 1 }), finding({ line: 2 })];
    expect(newFindings(["x", "y"], both, baseline).fresh).toEqual([both[0]]);
  });

  test("a moved block brings none", () => {
    expect(freshOf(["c", "bad 2", "bad 1"], ["bad 1", "c", "bad 2"])).toEqual([]);
  });

  test("only changed lines count where digests of the lines are all that is known", () => {
    const baseline: Baseline = { kind: "line-digests", digests: ["odd", "odd"].map(lineDigest) };
    const lines = ["odd", "bad"];
    const parted = newFindings(lines, check(lines), baseline);
    expect(parted.fresh.map(({ match }) => match)).toEqual(["bad"]);
    expect(parted.older.map(({ match }) => match)).toEqual(["odd"]);
  });

  test.each(["absent", "unknown"] as const)("all count where the baseline is %s", (kind) => {
    expect(newFindings(["bad"], check(["bad"]), { kind }).fresh).toHaveLength(1);
  });

  test("one beyond the last line belongs to the last line", () => {
    const late = finding({ line: 9 });
    const baseline: Baseline = {
      kind: "text",
      lines: ["a"],
      findings: baselineFindings([late]),
    };
    expect(newFindings(["a"], [late], baseline).fresh).toEqual([]);
    expect(newFindings(["b"], [late], baseline).fresh).toEqual([late]);
  });

  test("the rule agrees with a naive one on random edits", () => {
    const line = fc.constantFrom("", "bad", "odd", "bad odd", "good", "fine");
    const text = fc.array(line, { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(text, text, (current, baseline) => {
        const found = check(current);
        const parted = newFindings(current, found, textBaseline(baseline));
        const matches = parted.fresh.map(({ match }) => match);
        expect(matches.toSorted()).toEqual(naiveCounts(current, baseline));
        expect(parted.fresh.length + parted.older.length).toBe(found.length);
      }),
      { numRuns: 500 },
    );
  });
});

/**
 * The matches of all new findings, by the rule's own words and without a line diff: of n lines with one text,
 * of which the baseline had m, n - m are new.
 */
function naiveCounts(current: readonly string[], baseline: readonly string[]) {
  const fresh: string[] = [];
  const unchanged: string[] = [];
  const excuses: string[] = [];
  for (const text of new Set([...current, ...baseline])) {
    const had = baseline.filter((line) => line === text).length;
    const has = current.filter((line) => line === text).length;
    const kept = Math.min(had, has);
    const now = matchesOn(text, current);
    for (let line = 0; line < kept; line++) {
      unchanged.push(...now);
      excuses.push(...matchesOn(text, baseline));
    }
    for (let line = kept; line < has; line++) fresh.push(...now);
  }
  for (const match of unchanged) {
    const at = excuses.indexOf(match);
    if (at >= 0) excuses.splice(at, 1);
    else fresh.push(match);
  }
  return fresh.toSorted();
}

function matchesOn(text: string, lines: readonly string[]): string[] {
  const line = lines.indexOf(text) + 1;
  return check(lines)
    .filter((found) => found.line === line)
    .map(({ match }) => match);
}

test("what a Stop blocked on is known by path, check, line text and match", () => {
  const key = blockKey("a.md", "T.Foo", "a foobad line", "foobad");
  expect(blockKey("a.md", "T.Foo", "a foobad line", "foobad")).toBe(key);
  expect(blockKey("b.md", "T.Foo", "a foobad line", "foobad")).not.toBe(key);
  expect(blockKey("a.md", "T.Foo", "a foobad line.", "foobad")).not.toBe(key);
});
