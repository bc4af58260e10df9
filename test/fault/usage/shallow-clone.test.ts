import { join } from "node:path";
import { expect, test } from "vitest";

import { codeBlocks } from "../../support/doc-blocks.ts";
import { runProgram, runValehook } from "../../support/hook-driver.ts";
import { withValehook } from "../../support/on-path.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const [, documented = ""] = codeBlocks("docs/ci.md", "Any other CI", "sh");

/** A clone of the last commit alone of a branch that left main, which has moved on. */
function shallowClone() {
  const upstream = makeWorkspace({ files: { ...foobadStyle(), "a.md": "An old foobad line.\n" } });
  upstream.git("branch", "-M", "main");
  upstream.git("checkout", "-q", "-b", "feature");
  for (const words of ["fine", "a new foobad line"]) {
    upstream.write("b.md", `Here is ${words}.\n`);
    upstream.commit(words);
  }
  upstream.git("checkout", "-q", "main");
  upstream.write("c.md", "Meanwhile.\n");
  upstream.commit("meanwhile");
  const cwd = join(upstream.home, "clone");
  const url = `file://${upstream.root}`;
  upstream.git("clone", "-q", "--depth", "1", "-b", "feature", url, cwd);
  return { cwd, env: upstream.env, git: (...args: string[]) => upstream.git("-C", cwd, ...args) };
}

test("no-merge-base: a shallow clone that has the ref and not the history before it", async () => {
  const { cwd, env, git } = shallowClone();
  git("fetch", "-q", "--depth", "1", "origin", "main");
  const since = async () => await runValehook(["scan", "--since", "FETCH_HEAD"], { cwd, env });
  const ended = await since();
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(
    /^valehook: This clone is shallow: .*FETCH_HEAD.* git fetch --unshallow origin <branch>, [^\n]*\n$/,
  );
  git("fetch", "-q", "--unshallow", "origin", "main");
  expect(await since()).toMatchObject({ code: 1, stderr: "" });
});

test("no-merge-base: what docs/ci.md says brings the ref and the history", async () => {
  const { cwd, env } = shallowClone();
  const unknown = await runValehook(["scan", "--since", "origin/main"], { cwd, env });
  expect(unknown.stderr).toContain("Git does not know origin/main");
  const ran = await runProgram("bash", ["-ec", documented], { cwd, env: withValehook(env) });
  expect(ran, ran.stderr).toMatchObject({ code: 1 });
  expect(ran.stdout).toContain("b.md:1:15");
  expect(ran.stdout).not.toContain("a.md");
});

test("no-merge-base: histories that have nothing in common", async () => {
  const { cwd, env, git } = shallowClone();
  git("fetch", "-q", "--unshallow", "origin", "main");
  const alone = git("commit-tree", git("rev-parse", "HEAD^{tree}"), "-m", "alone");
  const ended = await runValehook(["scan", "--since", alone], { cwd, env });
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain(`${alone} and HEAD have no common ancestor.`);
});
