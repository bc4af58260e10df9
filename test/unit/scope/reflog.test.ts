import { expect, test } from "vitest";

import { moveKind, parseReflog, unbroken } from "../../../src/scope/reflog.ts";
import { unquotedPath } from "../../../src/scope/unquoted-path.ts";

const zeros = "0".repeat(40);
const [a, b, c, d] = ["a", "b", "c", "d"].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];

test.each([
  ["commit: Add x", "session"],
  ["commit (initial): Add x", "session"],
  ["commit (amend): checkout: moving from a to b", "session"],
  ["commit (merge): Merge branch 'x'", "session"],
  ["commit (cherry-pick): x", "session"],
  ['revert: Revert "x"', "session"],
  ["am: x", "session"],
  ["rebase (continue): x", "session"],
  ["rebase (fixup): x", "session"],
  ["rebase (squash): x", "session"],
  ["", "session"],
  ["release: Add x", "session"],
  ["checkout: Add x", "session"],
  ["merge: Add x", "session"],
  ["reset: Add x", "session"],
  ["checkout: moving from main to feature", "git"],
  ["reset: moving to HEAD~1", "git"],
  ["merge feature: Fast-forward", "git"],
  ["pull: Fast-forward", "git"],
  ["pull --ff-only origin main: Fast-forward", "git"],
  ["clone: from /srv/x.git", "git"],
  ["rebase (start): checkout main", "git"],
  ["rebase (finish): returning to refs/heads/x", "git"],
  ["rebase (abort): returning to refs/heads/x", "git"],
  ["pull --rebase (start): checkout 0123abc", "git"],
  ["pull --rebase origin main (finish): returning to refs/heads/main", "git"],
  ["Branch: renamed refs/heads/a to refs/heads/b", "git"],
  ["merge feature: Merge made by the 'ort' strategy.", "merge"],
  ["pull origin main: Merge made by the 'ort' strategy.", "merge"],
  ["rebase (merge): Merge branch 'x'", "merge"],
  ["rebase (pick): Add x", "pick"],
  ["rebase (reword): Add x", "pick"],
  ["pull --rebase (pick): Add x", "pick"],
  ["cherry-pick: Add x", "pick"],
])("%j is a move of kind %s", (message, kind) => {
  expect(moveKind(message)).toBe(kind);
});

test("entries are read with their ids and messages, one without a message too", () => {
  const who = "A B <a@b> 1700000000 +0100";
  const text = `${zeros} ${a} ${who}\tcommit (initial): x\n${a} ${b} ${who}\nbroken\n`;
  expect(parseReflog(text)).toEqual([
    { from: zeros, to: a, message: "commit (initial): x" },
    { from: a, to: b, message: "" },
  ]);
});

test("gaps between entries and at the end become moves that nobody can recognise", () => {
  const entries = [
    { from: a, to: b, message: "commit: one" },
    { from: c, to: d, message: "checkout: moving from x to y" },
  ];
  expect(unbroken(entries, a, a)).toEqual([
    { from: a, to: b, message: "commit: one" },
    { from: b, to: c, message: "" },
    { from: c, to: d, message: "checkout: moving from x to y" },
    { from: d, to: a, message: "" },
  ]);
});

test("the renaming of a branch is no gap, and what moves nothing is no move", () => {
  const entries = [
    { from: a, to: zeros, message: "Branch: renamed refs/heads/x to refs/heads/y" },
    { from: zeros, to: a, message: "Branch: renamed refs/heads/x to refs/heads/y" },
    { from: a, to: a, message: "reset: moving to HEAD" },
  ];
  expect(unbroken(entries, a, a)).toEqual([]);
});

test("a first commit on an unborn branch is no gap", () => {
  const entries = [{ from: zeros, to: a, message: "commit (initial): x" }];
  expect(unbroken(entries, "", a)).toEqual(entries);
});

test.each([
  ["plain name.md", "plain name.md"],
  ['"tab\\tquote\\"back\\\\slash.md"', 'tab\tquote"back\\slash.md'],
  ['"caf\\303\\251.md"', "café.md"],
  ['"l\\351.md"', "l\udce9.md"],
])("Git's %s is the path %j", (printed, path) => {
  expect(unquotedPath(printed)).toBe(path);
});
