import { expect, test } from "vitest";
import { codeBlocks } from "../../support/doc-blocks.ts";
import { runProgram } from "../../support/hook-driver.ts";
import { providedProgram, withValehook } from "../../support/on-path.ts";
import {
  foobadStyle,
  makeWorkspace,
  writeExecutable,
  type TestWorkspace,
} from "../../support/workspace.ts";

const [documented = ""] = codeBlocks("docs/ci.md", "lint-staged", "json");

/** A workspace with an old finding whose Git hook runs lint-staged with the documented package.json. */
function hookedWorkspace(): TestWorkspace {
  const workspace = makeWorkspace({
    files: { ...foobadStyle(), "old.md": "An old foobad line.\n", "package.json": documented },
  });
  const hook = `#!/bin/sh\nexec "${providedProgram("lint-staged")}"\n`;
  writeExecutable(workspace.at(".git/hooks"), "pre-commit", hook);
  return workspace;
}

async function commit({ root: cwd, env }: TestWorkspace) {
  const args = ["commit", "--quiet", "--message", "Write a line"];
  const ran = await runProgram("git", args, { cwd, env: withValehook(env) });
  return { code: ran.code, said: ran.stdout + ran.stderr };
}

test("lint-staged refuses a commit for its new finding alone, and lets the mended one pass", async () => {
  const workspace = hookedWorkspace();
  const before = workspace.git("rev-parse", "HEAD");
  workspace.write("old.md", "An old foobad line.\nA new foobad line.\n");
  workspace.write("new.txt", "All is well.\n");
  workspace.write("new.py", "# All is well.\n");
  workspace.write("data.json", "{}\n");
  workspace.git("add", "--all");
  const refused = await commit(workspace);
  expect(refused.code, refused.said).toBe(1);
  expect(refused.said).toContain("old.md:2:7  warning  T.Foo  Avoid 'foobad'.");
  expect(refused.said).not.toContain("old.md:1:");
  expect(refused.said).toContain("3 files checked");
  expect(workspace.git("rev-parse", "HEAD")).toBe(before);

  workspace.write("old.md", "An old foobad line.\nA new line.\n");
  workspace.git("add", "--all");
  const passed = await commit(workspace);
  expect(passed.code, passed.said).toBe(0);
  expect(workspace.git("rev-parse", "HEAD^")).toBe(before);
});

test("a finding that isn't staged does not keep a commit back", async () => {
  const workspace = hookedWorkspace();
  workspace.write("old.md", "An old foobad line.\nA new line.\n");
  workspace.git("add", "old.md");
  workspace.write("old.md", "An old foobad line.\nA new line.\nOne foobad line more.\n");
  const passed = await commit(workspace);
  expect(passed.code, passed.said).toBe(0);
  expect(workspace.git("status", "--short")).toBe(" M old.md");
});
