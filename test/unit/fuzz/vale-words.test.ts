import * as fc from "fast-check";
import { expect, test } from "vitest";
import { explainLine } from "../../../src/base/explain.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { parseAnswer } from "../../../src/vale/answer.ts";
import { findingsOf } from "../../../src/vale/findings-of.ts";
import { problemOfFault } from "../../../src/vale/problem-of-fault.ts";
import { recogniseFault } from "../../../src/vale/recognise-fault.ts";
import type { ValeEnd } from "../../../src/vale/run-vale.ts";
import { shellComments } from "../../../src/vale/shell-comments.ts";
import { inputs, patience, woundedBytes, woundedText } from "../../support/fuzz.ts";
import { unsafe } from "../report/hostile.ts";

const asked: ReadonlySet<string> = new Set(["a.md", "docs/b.md", "__proto__"]);

const anyAlert = fc.record({
  Action: fc.record({
    Name: fc.constantFrom("", "replace", "suggest"),
    Params: fc.oneof(fc.constant(null), fc.array(fc.string(), { maxLength: 2 })),
  }),
  Span: fc.tuple(fc.integer({ min: -2, max: 99 }), fc.integer({ min: -2, max: 99 })),
  Check: fc.string({ minLength: 1 }),
  Description: fc.constant(""),
  Link: fc.string(),
  Message: fc.string(),
  Severity: fc.constantFrom("suggestion", "warning", "error"),
  Match: fc.string(),
  Line: fc.integer({ min: -1, max: 999 }),
});
const anyName = fc.constantFrom("a.md", "./a.md", "docs/b.md", "__proto__");
const anyAnswer = fc
  .uniqueArray(fc.tuple(anyName, fc.array(anyAlert, { minLength: 1, maxLength: 3 })), {
    selector: ([name]) => name,
    maxLength: 3,
  })
  .map(
    (entries) =>
      `{${entries.map(([name, alerts]) => `${JSON.stringify(name)}:${JSON.stringify(alerts)}`).join(",")}}`,
  );

/** Alerts that an answer holds, whoever they are about. */
function alertCount(text: string): number {
  return Object.values(JSON.parse(text) as Record<string, unknown[]>).flat().length;
}

test(
  "an answer of Vale is refused, or every alert in it becomes a finding",
  () => {
    const anyOutput = fc.oneof(
      anyAnswer,
      woundedText(anyAnswer),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ "a.md": value })),
      fc.jsonValue().map((value) => JSON.stringify({ "a.md": [value] })),
    );
    fc.assert(
      fc.property(anyOutput, (text) => {
        const answer = parseAnswer(Buffer.from(text), asked);
        if (!answer.ok) {
          expect(answer.problem).not.toBe("");
          return;
        }
        const findings = [...answer.value].flatMap(([name, alerts]) =>
          findingsOf(name as RelPath, alerts, { hasByteOrderMark: true, content: undefined }),
        );
        expect(findings).toHaveLength(alertCount(text));
        for (const { line, column, endColumn } of findings) {
          expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
          expect(endColumn).toBeGreaterThanOrEqual(column);
        }
      }),
      inputs(14_000),
    );
  },
  patience,
);

const context = { program: "/opt/vale", config: "/w/.vale.ini", asked };
const errors = [
  { Line: 1, Path: "a.md", Text: "E201 Invalid value [a.md:1:1]:\n\n yaml: bad", Code: "E201" },
  { Line: 0, Path: "", Text: "E100 [loadStyles] Runtime error\n\nno such style", Code: "E100" },
  {
    Line: 0,
    Path: "",
    Text: "E100 [lintMD] Runtime error\n\nargument 'a.md' does not exist",
    Code: "E100",
  },
].map((error) => JSON.stringify(error));
const anyStderr = fc.oneof(
  woundedText(fc.constantFrom(...errors, "panic: boom\n\ngoroutine 1 [running]:", "usage: vale")),
  fc.string({ unit: "binary" }),
  fc.json(),
);
const anyEnd: fc.Arbitrary<ValeEnd> = fc.record({
  cause: fc.constantFrom("exit", "time", "ended", "overflow", "not-started"),
  exitCode: fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
  signal: fc.option(fc.constantFrom("SIGSEGV", "SIGKILL"), { nil: undefined }),
  stdout: woundedBytes(anyAnswer.map((text) => Buffer.from(text))),
  stderr: anyStderr,
  startError: fc.string({ unit: "binary" }),
  ms: fc.integer({ min: 0, max: 60_000 }),
});

test(
  "whatever Vale ends with is a fault that can be said in one line",
  () => {
    fc.assert(
      fc.property(anyEnd, fc.string(), (end, nonsense) => {
        const line = explainLine(problemOfFault(recogniseFault(end, context, nonsense)));
        expect(line).not.toBe("");
        expect(unsafe.test(line), line).toBe(false);
        expect(line.length).toBeLessThan(2_000);
      }),
      inputs(10_000),
    );
  },
  patience,
);

const script = `#!/bin/sh
# a comment
cat <<EOF # another
# text
EOF
echo "\${x#y}" '#' # last
`;

test(
  "a shell script's comments lie within its lines, whatever it holds",
  () => {
    fc.assert(
      fc.property(fc.oneof(woundedText(fc.constant(script)), fc.string()), (text) => {
        const lines = text.split("\n").length;
        for (const { line, column, endColumn } of shellComments(text)) {
          expect(line).toBeLessThanOrEqual(lines);
          expect(column).toBeLessThanOrEqual(endColumn);
        }
      }),
      inputs(6_000),
    );
  },
  patience,
);
