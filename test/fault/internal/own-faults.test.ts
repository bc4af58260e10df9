import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { runValehook } from "../../support/hook-driver.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

/** The environment of a program that throws where no step of it can fail: at its first look at a file. */
function withPlantedFault(workspace: TestWorkspace): NodeJS.ProcessEnv {
  const file = `${workspace.home}/planted.mjs`;
  workspace.write(
    "../home/planted.mjs",
    `import fs from "node:fs";
     import { syncBuiltinESMExports } from "node:module";
     fs.lstatSync = () => { throw new TypeError("planted"); };
     syncBuiltinESMExports();`,
  );
  return { ...workspace.env, NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
}

const line = /^valehook: valehook met a fault of its own: planted\. Please report it [^\n]+\n$/;

test("internal: a scan that meets a fault of its own fails in one line", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "foobad\n" } });
  const env = withPlantedFault(workspace);
  const ended = await runValehook(["scan"], { cwd: workspace.root, env });
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(line);
});

test("internal: a hook that meets a fault of its own neither blocks nor loses what it owes", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "fine\n" } });
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("a.md", "foobad\n");
  const env = withPlantedFault(workspace);
  for (const name of ["PostToolUse", "Stop"]) {
    const event = { session_id: session.id, cwd: workspace.root, hook_event_name: name };
    const input = JSON.stringify({ ...event, tool_name: "Bash", tool_input: { command: "true" } });
    const ended = await runValehook(["hook"], { cwd: workspace.root, env, input });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(line);
  }
  expect((await session.stop()).blocked).toContain("a.md:1:1 warning T.Foo");
});
