import * as fc from "fast-check";
import type { Outcome } from "../../../src/vale/outcome.ts";
import { checked } from "./sample-report.ts";
import { finding, relPath } from "./support.ts";

/** What a line break, a terminal, a browser or a workflow runner could take for something else. */
const snippets = [
  "\n",
  "\r\n",
  "\n::error file=a.md::forged",
  "::error::forged",
  "##[error]forged",
  "%0A::warning::",
  "</script><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  `"'><b>`,
  "&lt;",
  "\u001B[31m",
  "\u001B]8;;http://x\u0007",
  "\u009B2J",
  "\u202E\u2066",
  "\u200B\u2028\u2029\uFEFF",
  "\u{E0041}",
  "\uDC80",
  "\uD83D",
  "docs/b.md:1:1 error T.Foo: forged",
  "\0",
  "界👍🏽é",
  "$(rm)`x`",
  "{0} [a](b)",
  ",:;=%",
];

export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...snippets), fc.string({ unit: "binary", maxLength: 6 })), {
    maxLength: 5,
  })
  .map((parts) => parts.join(""));

const hostileName = hostileText.map((text) => `x${text.replaceAll("\0", "")}.md`);

const hostileFinding = fc
  .record({
    line: fc.integer({ min: 1, max: 3 }),
    column: fc.integer({ min: 1, max: 9 }),
    severity: fc.constantFrom("error", "warning", "suggestion"),
    check: hostileText.map((text) => `T.${text}`),
    message: hostileText,
    match: hostileText,
    link: fc.oneof(hostileText, fc.constant("javascript:alert(1)"), fc.webUrl()),
    suggestions: fc.array(hostileText, { maxLength: 2 }),
  })
  .map((given) => finding({ ...given, endColumn: given.column + 2 }));

const hostileOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.tuple(hostileName, fc.array(hostileFinding, { maxLength: 4 })).map(([path, findings]) =>
    checked(
      path,
      findings.map((one) => ({ ...one, path: relPath(path) })),
    ),
  ),
  fc.tuple(hostileName, hostileText).map(([path, words]): Outcome => ({
    kind: "unchecked",
    path: relPath(path),
    problem: { code: "crashed", words },
  })),
);

export const hostileOutcomes = fc.uniqueArray(hostileOutcome, {
  maxLength: 4,
  selector: ({ path }) => path,
});

/** A line with any of these may be split, hidden, reordered or obeyed by what shows it. */
export const unsafe =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/u;

/** The lines of an output, every one of which has to be safe. */
export function safeLines(output: string): string[] {
  const lines = output.split("\n");
  for (const line of lines) {
    const found = unsafe.exec(line);
    if (found) throw new Error(`U+${found[0].codePointAt(0)?.toString(16)} in ${line}`);
  }
  return lines;
}
