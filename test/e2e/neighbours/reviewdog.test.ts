import { expect, test } from "vitest";
import { codeBlocks, exchanged, readPage } from "../../support/doc-blocks.ts";
import { runProgram, type ProgramResult } from "../../support/hook-driver.ts";
import { providedProgram, withValehook } from "../../support/on-path.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const [documented = ""] = codeBlocks("docs/ci.md", "reviewdog", "sh");
/** The reporter that the page names for a trial without GitHub. */
const [, localReporter = ""] = /`(-reporter=local [^`]+)`/.exec(readPage("docs/ci.md")) ?? [];

/** A branch of a workspace whose main branch has an old finding, and is known as origin/main. */
function branch(): TestWorkspace {
  const files = { ...foobadStyle(), "old.md": "An old foobad line.\nA line.\n" };
  const workspace = makeWorkspace({ files });
  workspace.git("update-ref", "refs/remotes/origin/main", "HEAD");
  workspace.git("switch", "--quiet", "--create", "topic");
  return workspace;
}

/** Runs the documented pipeline with the local reporter. */
async function review(
  { root: cwd, env }: TestWorkspace,
  since = "--since origin/main",
): Promise<ProgramResult> {
  providedProgram("reviewdog");
  const local = exchanged(documented, "-reporter=github-pr-review", localReporter);
  const pipeline = exchanged(local, "--since origin/main", since);
  return await runProgram("bash", ["-c", pipeline], { cwd, env: withValehook(env) });
}

test("reviewdog reports a branch's new finding alone, and fails", async () => {
  const workspace = branch();
  workspace.write("old.md", "An old foobad line.\nA line.\nA new foobad line.\n");
  workspace.commit();
  const { code, stdout, stderr } = await review(workspace);
  expect(stderr).toBe(
    "reviewdog: found at least one issue with severity greater than or equal to the given level: any\n",
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    message: "Avoid 'foobad'.",
    severity: "WARNING",
    location: { path: "old.md", range: { start: { line: 3, column: 7 } } },
  });
});

test("reviewdog is silent about a branch without a new finding", async () => {
  const workspace = branch();
  workspace.write("old.md", "An old foobad line.\nA line.\nA new line.\n");
  workspace.commit();
  expect(await review(workspace)).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("reviewdog names what could not be checked, and fails, though no line of it is at fault", async () => {
  const workspace = branch();
  workspace.write("old.md", Buffer.from("An old foobad line.\nA line.\n\xff\n", "latin1"));
  workspace.commit();
  const { code, stdout } = await review(workspace);
  expect(code).not.toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    message: expect.stringContaining("Not checked: not UTF-8") as unknown,
    severity: "ERROR",
    location: { path: "old.md" },
  });
});

test("the pipeline fails where valehook has nothing to compare with", async () => {
  const workspace = branch();
  const { code, stdout, stderr } = await review(workspace, "--since origin/gone");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("origin/gone");
});
