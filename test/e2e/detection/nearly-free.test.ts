import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

/** Names, sizes and times of everything that is remembered, but the clock file. */
function state(workspace: TestWorkspace): string {
  return workspace.shell("find .git/vale-state ! -name clock -printf '%p %s %T@ %C@\\n' | sort");
}

test("events that find nothing new write nothing, from the first one after the baseline on", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "docs/a.md": "Fine.\n" } });
  workspace.shell("sleep 0.05");
  const session = agentSession(workspace);
  await session.pre();
  const before = state(workspace);
  await session.post();
  await session.pre();
  await session.stop();
  expect(state(workspace)).toBe(before);
  workspace.shell("touch docs/a.md");
  expect((await session.post()).raw.stdout).toBe("");
  const touched = state(workspace);
  await session.post();
  await session.stop();
  expect(state(workspace)).toBe(touched);
  workspace.write("docs/a.md", "foobad\n");
  expect((await session.post()).context).toContain("docs/a.md:1:1");
  const told = state(workspace);
  await session.post();
  await session.pre();
  expect(state(workspace)).toBe(told);
});
