import { expect, test } from "vitest";
import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

test("tens of thousands of new findings in one file hide none of another's", async () => {
  const workspace = makeWorkspace({ files: foobadStyle() });
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("small.md", "foobad\n");
  workspace.write("long.md", "foobad x\n\n".repeat(70_000));
  const told = await session.post();
  expect(told.raw).toMatchObject({ code: 0, stderr: "" });
  expect(told.context).toContain("70001 new Vale findings in 2 files");
  expect(told.context).toContain("small.md:1:1");
  expect((await session.stop()).blocked).toContain("small.md:1:1");
});

test("a line of a megabyte with a finding in every word is shown as a short one is", async () => {
  const files = { ...foobadStyle(), "one.md": `${"foobad x ".repeat(20_000)}\n` };
  const { root: cwd, env } = makeWorkspace({ files });
  const scanned = await runValehook(["scan"], { cwd, env });
  expect(scanned).toMatchObject({ code: 1, stderr: "" });
  expect(scanned.stdout).toContain("20000 findings in 1 file");
  expect(scanned.stdout).toContain("1 │ …");
});
