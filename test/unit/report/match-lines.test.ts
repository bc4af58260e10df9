import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineDigest, textLines } from "../../../src/base/text-lines.ts";
import { addedLine, matchLines } from "../../../src/report/match-lines.ts";

function newLines(current: string, baseline: string): string[] {
  const lines = textLines(current);
  const pairs = matchLines(lines, textLines(baseline));
  return lines.filter((_, line) => pairs[line] === addedLine);
}

describe("which lines are new", () => {
  test.each([
    ["nothing changed", "a\nb\n", "a\nb\n", []],
    ["a line is added", "a\nx\nb\n", "a\nb\n", ["x"]],
    ["a line is changed", "a\nX\nc\n", "a\nb\nc\n", ["X"]],
    ["lines are shifted", "x\ny\na\nb\n", "a\nb\n", ["x", "y"]],
    ["a block is moved", "c\nd\na\nb\n", "a\nb\nc\nd\n", []],
    ["a line is copied", "a\nb\na\n", "a\nb\n", ["a"]],
    ["line ends turn to CRLF", "a\r\nb\r\n", "a\nb\n", []],
    ["line ends turn to LF", "a\nb\n", "a\r\nb\r\n", []],
    ["the last newline goes", "a\nb", "a\nb\n", []],
    ["a byte order mark comes", "\uFEFFa\n", "a\n", []],
    ["white space at the end comes", "a \n", "a\n", ["a "]],
    ["all lines go", "", "a\n", [""]],
    ["an empty file is filled", "a\n", "", ["a"]],
  ])("%s", (_, current, baseline, expected) => {
    expect(newLines(current, baseline)).toEqual(expected);
  });

  test("of two equal lines the added one is new", () => {
    expect([...matchLines(["a", "b", "c", "a"], ["b", "c", "a"])]).toEqual([addedLine, 0, 1, 2]);
  });

  test("digests pair the same lines as the text does", () => {
    const text = fc.array(fc.constantFrom("", "a", "b", "c", "d"));
    fc.assert(
      fc.property(text, text, (current, baseline) => {
        expect(matchLines(current.map(lineDigest), baseline.map(lineDigest))).toEqual(
          matchLines(current, baseline),
        );
      }),
    );
  });

  test("every pair is equal, no baseline line is used twice, and as many are paired as can be", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (current, baseline) => {
        const pairs = [...matchLines(current, baseline)];
        const used = pairs.filter((line) => line !== addedLine);
        expect(new Set(used).size).toBe(used.length);
        pairs.forEach((was, line) => {
          if (was !== addedLine) expect(baseline[was]).toBe(current[line]);
        });
        expect(used.length).toBe(commonCount(current, baseline));
      }),
    );
  });

  test("lines too many and too shuffled for a shortest edit script are paired all the same", () => {
    const baseline = Array.from({ length: 40_000 }, (_, line) => `line ${line}`);
    const current = baseline.map((_, line) => `line ${(line * 17_389) % 40_000}`);
    const pairs = matchLines([...current, "added"], baseline);
    expect(pairs.filter((was) => was === addedLine)).toHaveLength(1);
    expect(pairs.at(-1)).toBe(addedLine);
  });
});

function commonCount(current: readonly string[], baseline: readonly string[]): number {
  const left = [...baseline];
  return current.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
