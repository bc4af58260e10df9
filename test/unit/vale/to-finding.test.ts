import { expect, test } from "vitest";
import type { RelPath } from "../../../src/base/rel-path.ts";
import type { Alert } from "../../../src/vale/answer.ts";
import { toFinding } from "../../../src/vale/to-finding.ts";

function place(Line: number, Span: [number, number], mark = false) {
  const alert: Alert = {
    Action: { Name: "", Params: [] },
    Span,
    Check: "T.Foo",
    Link: "",
    Message: "m",
    Severity: "warning",
    Match: "foobad",
    Line,
    Suggestions: [],
  };
  const { line, column, endColumn } = toFinding("a.md" as RelPath, alert, mark);
  return [line, column, endColumn];
}

test("the end of a span is exclusive", () => {
  expect(place(3, [11, 16])).toEqual([3, 11, 17]);
});

test("a byte order mark isn't counted, on the first line only", () => {
  expect(place(1, [2, 7], true)).toEqual([1, 1, 7]);
  expect(place(2, [2, 7], true)).toEqual([2, 2, 8]);
});

test.each([
  [0, [0, 0]],
  [-1, [-3, -1]],
  [1, [1, 0]],
  [1, [5, 2]],
] as const)(
  "line %i and span %j give no place below 1 or that ends before it starts",
  (line, span) => {
    for (const mark of [true, false]) {
      const [l = 0, from = 0, to = 0] = place(line, [...span], mark);
      expect(l).toBeGreaterThanOrEqual(1);
      expect(from).toBeGreaterThanOrEqual(1);
      expect(to).toBeGreaterThanOrEqual(from);
    }
  },
);
