import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textLines } from "../../../src/base/text-lines.ts";
import { baselineFindings } from "../../../src/report/finding-keys.ts";
import { newFindings } from "../../../src/report/new-findings.ts";
import type { Finding } from "../../../src/vale/finding.ts";
import { valePath } from "../../support/vale.ts";
import { finding } from "../../unit/report/support.ts";

/** Rules of each kind that looks further than its own line. */
const rules: Readonly<Record<string, readonly string[]>> = {
  Foo: ["extends: existence", "message: Not '%s'.", "tokens: [foobad, badfoo]"],
  Twice: ["extends: repetition", "message: Twice '%s'.", "alpha: true", "tokens: ['[^\\s]+']"],
  Same: [
    "extends: consistency",
    "message: Not both '%s'.",
    "either:",
    "  colour: color",
    "  grey: gray",
  ],
  Long: ["extends: occurrence", "message: Long.", "scope: paragraph", "max: 14", "token: \\w+"],
  Often: ["extends: occurrence", "message: Too often.", "scope: text", "max: 3", "token: foobad"],
};

/** Lines that differ, so that which of them are new is beyond doubt. */
const pool = [
  "# A title about colour",
  "A line with foobad in it.",
  "Another with foobad and badfoo.",
  "The the word is there twice.",
  "We like the color of it.",
  "It is grey here, and very long and wide and deep.",
  "It is gray there.",
  "Nothing wrong here.",
  "Nor is anything here.",
  "- an item with foobad",
  "- an item without",
  "> A quote that has badfoo.",
  "`foobad` in code is fine.",
  "More of of the same.",
  "The colour again.",
  "One last foobad.",
].flatMap((line) => [line, `${line} Changed.`]);

const lines = fc
  .subarray(pool, { maxLength: 14 })
  .chain((some) => fc.shuffledSubarray(some, { minLength: some.length }));

const text = fc
  .tuple(lines, fc.boolean(), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([some, apart, end, closed]) => some.join(apart ? end + end : end) + (closed ? end : ""));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "valehook-new-"));
  const style = join(folder, "styles", "T");
  mkdirSync(style, { recursive: true });
  for (const [name, body] of Object.entries(rules)) {
    writeFileSync(join(style, `${name}.yml`), ["level: warning", ...body, ""].join("\n"));
  }
  writeFileSync(
    join(folder, ".vale.ini"),
    "StylesPath = styles\nMinAlertLevel = suggestion\n[*.md]\nBasedOnStyles = T\n",
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Alert {
  readonly Line: number;
  readonly Span: readonly [number, number];
  readonly Check: string;
  readonly Message: string;
  readonly Match: string;
}

/** What Vale says of each text, asked without a module of ours. */
function askVale(texts: readonly string[]): Finding[][] {
  const names = texts.map((_, index) => `${index}.md`);
  texts.forEach((content, index) => writeFileSync(join(folder, `${index}.md`), content));
  const output = execFileSync(
    valePath(),
    ["--no-global", "--no-exit", "--config=.vale.ini", "--output=JSON", ...names],
    { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const answer = JSON.parse(output) as Record<string, Alert[]>;
  return names.map((name) =>
    (answer[name] ?? []).map((alert) =>
      finding({
        path: name,
        line: alert.Line,
        column: alert.Span[0],
        endColumn: alert.Span[1] + 1,
        check: alert.Check,
        message: alert.Message,
        match: alert.Match,
      }),
    ),
  );
}

test("new findings of real Vale agree with the rule applied naively to both full texts", () => {
  const seed = Date.now() % 1_000_000;
  const cases = fc.sample(fc.tuple(text, text), { numRuns: 250, seed });
  const found = askVale(cases.flat());
  let total = 0;
  cases.forEach(([current, baseline], index) => {
    const now = found[2 * index] ?? [];
    const before = found[2 * index + 1] ?? [];
    const parted = newFindings(textLines(current), now, {
      kind: "text",
      lines: textLines(baseline),
      findings: baselineFindings(before),
    });
    const message = `seed ${seed}, case ${index}`;
    expect(keys(parted.fresh), message).toEqual(naive(current, now, baseline, before));
    expect(parted.fresh.length + parted.older.length, message).toBe(now.length);
    total += parted.fresh.length;
  });
  expect(total).toBeGreaterThan(100);
});

/**
 * The rule by its words. Only empty lines occur more than once, and no rule finds anything on one, so a line is new
 * if the other text doesn't have it.
 */
function naive(
  current: string,
  now: readonly Finding[],
  baseline: string,
  before: readonly Finding[],
): string[] {
  const currentLines = current.split(/\r?\n/);
  const baselineLines = baseline.split(/\r?\n/);
  const excuses = before
    .filter(({ line }) => currentLines.includes(baselineLines[line - 1] ?? ""))
    .map(keyOf);
  const fresh: Finding[] = [];
  for (const one of now) {
    const unchanged = baselineLines.includes(currentLines[one.line - 1] ?? "");
    const at = unchanged ? excuses.indexOf(keyOf(one)) : -1;
    if (at < 0) fresh.push(one);
    else excuses.splice(at, 1);
  }
  return keys(fresh);
}

function keys(findings: readonly Finding[]): string[] {
  return findings.map(keyOf).toSorted();
}

function keyOf({ check, message, match }: Finding): string {
  return JSON.stringify([check, message, match]);
}
