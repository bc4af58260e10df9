import { expect, test } from "vitest";
import type { RelPath } from "../../../src/base/rel-path.ts";
import type { Finding } from "../../../src/vale/finding.ts";
import { fixText } from "../../../src/vale/fix-edits.ts";

function finding(
  line: number,
  column: number,
  match: string,
  name: string,
  ...params: string[]
): Finding {
  return {
    path: "a.md" as RelPath,
    line,
    column,
    endColumn: column + Array.from(match).length,
    severity: "warning",
    check: `T.${name}`,
    message: "m",
    match,
    link: "",
    suggestions: [],
    action: { name, params },
  };
}

function fixed(text: string, ...findings: Finding[]) {
  const result = fixText(Buffer.from(text), findings);
  return [result.text.toString(), result.applied.length];
}

test.each<[string, string, Finding[], string, number]>([
  ["a replacement", "we utilize it", [finding(1, 4, "utilize", "replace", "use")], "we use it", 1],
  [
    "a choice",
    "we utilize it",
    [finding(1, 4, "utilize", "replace", "use", "apply")],
    "we utilize it",
    0,
  ],
  ["a removal takes the space behind", "a very b", [finding(1, 3, "very", "remove")], "a b", 1],
  [
    "a removal at the end takes the space before",
    "a very.",
    [finding(1, 3, "very", "remove")],
    "a.",
    1,
  ],
  ["no action", "foobad", [finding(1, 1, "foobad", "")], "foobad", 0],
  [
    "a guess of a dictionary",
    "speling",
    [{ ...finding(1, 1, "speling", "suggest", "spellings"), suggestions: ["spelling"] }],
    "speling",
    0,
  ],
  [
    "an action that Vale worked out",
    "etc..",
    [{ ...finding(1, 1, "etc..", "edit", "trim"), suggestions: ["etc."] }],
    "etc.",
    1,
  ],
  [
    "a match that is no longer there",
    "we used it",
    [finding(1, 4, "utilize", "replace", "use")],
    "we used it",
    0,
  ],
  ["a line that is no longer there", "one", [finding(2, 1, "utilize", "replace", "use")], "one", 0],
  [
    "code points and a byte order mark",
    "\uFEFFé😀 utilize",
    [finding(1, 4, "utilize", "replace", "use")],
    "\uFEFFé😀 use",
    1,
  ],
  [
    "two that ask for the same",
    "utilize",
    [finding(1, 1, "utilize", "replace", "use"), finding(1, 1, "utilize", "replace", "use")],
    "use",
    1,
  ],
  [
    "two that disagree",
    "utilize",
    [finding(1, 1, "utilize", "replace", "use"), finding(1, 1, "utilize", "replace", "apply")],
    "utilize",
    0,
  ],
  [
    "one within another",
    "very utilize",
    [finding(1, 1, "very utilize", "replace", "use"), finding(1, 6, "utilize", "replace", "use")],
    "very utilize",
    0,
  ],
  [
    "removals side by side that would share a space",
    "a very really b",
    [finding(1, 3, "very", "remove"), finding(1, 8, "really", "remove")],
    "a b",
    2,
  ],
  [
    "other line ends",
    "a\r\nutilize\r\n",
    [finding(2, 1, "utilize", "replace", "use")],
    "a\r\nuse\r\n",
    1,
  ],
])("%s", (_, text, findings, expected, applied) => {
  expect(fixed(text, ...findings)).toEqual([expected, applied]);
});
