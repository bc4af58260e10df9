import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

function plainFolder(): TestWorkspace {
  return makeWorkspace({
    kind: "plain",
    files: { ...foobadStyle(), "README.md": "Fine.\n", "old.md": "An old foobad.\n" },
  });
}

test("a folder that becomes a Git work tree keeps its session's baseline", async () => {
  const workspace = plainFolder();
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("README.md", "A foobad line.\n");
  workspace.git("init", "--quiet");
  const told = await session.post();
  expect(told.context).toContain("1 new Vale finding");
  expect(told.context).toContain("README.md:1:3");
  workspace.commit();
  await session.pre();
  const stopped = await session.stop();
  expect(stopped.blocked).toContain("README.md:1:3");
  expect(stopped.blocked).not.toContain("old.md");
});

test("what was written and committed before any other event is the session's", async () => {
  const workspace = plainFolder();
  const session = agentSession(workspace);
  await session.pre();
  workspace.git("init", "--quiet");
  workspace.write("new.md", "A foobad line.\n");
  workspace.commit();
  expect(workspace.git("ls-files")).not.toContain("vale-state");
  expect((await session.stop()).blocked).toContain("new.md:1:3");
});
