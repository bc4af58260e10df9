import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitLines, lineBytes, type FitLine } from "../../../src/report/fit.ts";

const line = fc.record({
  text: fc.string({ unit: "grapheme", maxLength: 40 }),
  file: fc.constantFrom("a", "b", "c", "d"),
  rule: fc.constantFrom("R", "S", "T"),
  severity: fc.constantFrom("error", "warning", "suggestion"),
});
const lines: fc.Arbitrary<FitLine[]> = fc.array(line, { maxLength: 40 });
/** All of one length, so that which lines fit is only a matter of their order. */
const evenLines = lines.map((some) => some.map((one) => ({ ...one, text: "123456789" })));

describe("lines within a budget", () => {
  test("never take more bytes than there are, keep their order, and are all accounted for", () => {
    fc.assert(
      fc.property(lines, fc.nat(600), (all, maxBytes) => {
        const { shown, omitted } = fitLines(all, maxBytes);
        const bytes = shown.reduce((sum, { text }) => sum + lineBytes(text), 0);
        expect(bytes).toBeLessThanOrEqual(maxBytes);
        expect(shown.length + omitted).toBe(all.length);
        expect(shown).toEqual(all.filter((one) => shown.includes(one)));
      }),
    );
  });

  test("leave nothing out that still has room", () => {
    fc.assert(
      fc.property(lines, fc.nat(600), (all, maxBytes) => {
        const { shown } = fitLines(all, maxBytes);
        const left = maxBytes - shown.reduce((sum, { text }) => sum + lineBytes(text), 0);
        const shortest = Math.min(
          ...all.filter((one) => !shown.includes(one)).map(({ text }) => lineBytes(text)),
        );
        expect(shortest).toBeGreaterThan(left);
      }),
    );
  });

  test("show every file and every rule before any line that repeats both", () => {
    fc.assert(
      fc.property(evenLines, fc.nat(20), (all, room) => {
        const { shown } = fitLines(all, room * 10);
        if (groups(shown) === groups(all)) return;
        // Every line shown so far brought a file or a rule of its own, the first one both.
        expect(shown.length).toBeLessThanOrEqual(Math.max(0, groups(shown) - 1));
      }),
    );
  });

  test("give each file the same share once all are shown", () => {
    const { shown } = fitLines([...linesOf("a", 50), ...linesOf("b", 50), ...linesOf("c", 2)], 100);
    const share = (file: string) => shown.filter((one) => one.file === file).length;
    expect([share("a"), share("b"), share("c")]).toEqual([4, 4, 2]);
  });

  test("take the most severe of a file first", () => {
    const { shown, omitted } = fitLines([of("suggestion"), of("warning"), of("error")], 10);
    expect(shown.map(({ severity }) => severity)).toEqual(["error"]);
    expect(omitted).toBe(2);
  });
});

/** Number of files plus number of rules. */
function groups(some: readonly FitLine[]): number {
  return new Set(some.map(({ file }) => file)).size + new Set(some.map(({ rule }) => rule)).size;
}

function of(severity: FitLine["severity"], file = "a"): FitLine {
  return { text: "123456789", file, rule: "R", severity };
}

function linesOf(file: string, number: number): FitLine[] {
  return Array.from({ length: number }, () => of("warning", file));
}
