import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { scanJson } from "../../support/scan-json.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "a.md": "fine\n" };

test.each([
  [
    "vale-config-unreadable: a link that leads nowhere",
    (workspace: TestWorkspace) => {
      workspace.shell("rm .vale.ini && ln -s nowhere.ini .vale.ini");
      return workspace.env;
    },
    /\.vale\.ini can't be read \(ENOENT\)/,
  ],
  [
    "vale-config-unreadable: VALE_CONFIG_PATH names a folder",
    ({ env, root }: TestWorkspace) => ({ ...env, VALE_CONFIG_PATH: root }),
    /can't be read \(not a regular file\)/,
  ],
  [
    "vale-config-missing: VALE_CONFIG_PATH names nothing",
    ({ env }: TestWorkspace) => ({ ...env, VALE_CONFIG_PATH: "gone.ini" }),
    /VALE_CONFIG_PATH names .*gone\.ini/,
  ],
])("%s", async (title, spoil, words) => {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  await session.pre();
  const env = spoil(workspace);
  workspace.write("a.md", "foobad\n");
  const { code, report } = await scanJson(workspace, [], { env });
  expect(code).toBe(2);
  expect(report).toMatchObject({
    status: "incomplete",
    incomplete: [{ path: "a.md", code: title.split(":")[0] }],
  });
  expect((await session.post({ env })).context).toMatch(words);
  expect((await session.stop({ env })).blocked).toBeUndefined();
});
