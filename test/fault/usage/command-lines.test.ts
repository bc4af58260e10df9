import { expect, test } from "vitest";

import { runValehook } from "../../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "fine\n" } });

test.each([
  [
    "nothing-included: settings that leave no file",
    ".valehook.toml",
    'exclude = ["*"]\n',
    /only file/,
  ],
  ["no-vale-rules: a configuration without rules", ".vale.ini", "", /\.vale\.ini turns no rule on/],
])("%s", async (_, path, content, words) => {
  const without = makeWorkspace({ files: { ...foobadStyle(), "a.md": "fine\n", [path]: content } });
  const { root: cwd, env } = without;
  const ended = await runValehook(["scan"], { cwd, env });
  expect(ended).toMatchObject({ code: 2, stderr: "" });
  expect(ended.stdout).toMatch(words);
  expect(ended.stdout).toContain("Nothing was checked.");
});

test("session-ambiguous: the start of two sessions' names", async () => {
  const { root: cwd, env } = workspace;
  for (const name of ["0".repeat(32), "0".repeat(31) + "1"]) {
    workspace.write(`.git/vale-state/${name}/session.json`, "");
  }
  const ended = await runValehook(["scan", "--session", "0000"], { cwd, env });
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(/^valehook: 0000 names 2 sessions [^\n]+\n$/);
});

test.each([
  ["usage: an unknown command", ["scam"], /Unknown command scam. Did you mean scan\?/],
  ["usage: an unknown flag", ["scan", "--formt", "json"], /--formt.*--format.*scan --help/],
  ["usage: a flag without its value", ["scan", "--since"], /--since/],
  ["usage: a value that the flag doesn't have", ["scan", "--format", "xml"], /xml/],
  ["usage: flags that exclude each other", ["scan", "--changed", "--since", "HEAD"], /--changed/],
  ["usage: new findings against nothing", ["scan", "--report", "new"], /--report/],
  ["usage: a shard beyond the last", ["scan", "--shard", "3/2"], /--shard/],
  ["path-missing: a path that isn't there", ["scan", "a.md", "docs/no.md"], /docs\/no\.md/],
  ["session-unknown: a session without state", ["scan", "--session", "no"], /No session no /],
  ["ref-unknown: a ref that Git doesn't know", ["scan", "--since", "origin/main"], /origin\/main/],
  [
    "output-unwritable: a folder that isn't there",
    ["scan", "--output", "no/report.txt"],
    /no\/report\.txt.*ENOENT/,
  ],
  ["output-unwritable: a folder", ["scan", "--output", "styles"], /styles.*EISDIR/],
])("%s", async (_, args, words) => {
  const { root: cwd, env } = workspace;
  const ended = await runValehook(args, { cwd, env });
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(/^valehook: [^\n]+\n$/);
  expect(ended.stderr).toMatch(words);
});
