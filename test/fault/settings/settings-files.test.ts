import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { runValehook } from "../../support/hook-driver.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

function put(settings: string) {
  return (workspace: TestWorkspace) => workspace.write(".valehook.toml", settings);
}

test.each([
  ["settings-invalid: no TOML", put("mode =\n"), /\.valehook\.toml:1:/],
  ["settings-invalid: an unknown key", put("\nmod = 'observe'\n"), /\.valehook\.toml:2: mod/],
  ["settings-invalid: a wrong type", put("max_files = 'many'\n"), /\.valehook\.toml:1: max_files/],
  [
    "settings-invalid: a program that a project names",
    put("mode = 'enforce'\n\n[vale]\nbinary = '/bin/true'\n"),
    /\.valehook\.toml:[34]: vale/,
  ],
  [
    "settings-unreadable: a folder in the file's place",
    (workspace: TestWorkspace) => workspace.write(".valehook.toml/x", ""),
    /\.valehook\.toml can't be read/,
  ],
  [
    "settings-unreadable: a link that leads to itself",
    (workspace: TestWorkspace) => workspace.shell("ln -s .valehook.toml .valehook.toml"),
    /\.valehook\.toml can't be read \(ELOOP\)/,
  ],
])("%s", async (_, spoil, words) => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "fine\n" } });
  spoil(workspace);
  const { root: cwd, env } = workspace;
  const scanned = await runValehook(["scan"], { cwd, env });
  expect(scanned).toMatchObject({ code: 2, stdout: "" });
  expect(scanned.stderr).toMatch(words);

  const session = agentSession(workspace);
  await session.pre();
  workspace.write("a.md", "foobad\n");
  const told = await session.post();
  expect(told.context).toMatch(words);
  expect(told.context).toContain("a.md:1:1 warning T.Foo");
  workspace.write("b.md", "foobad\n");
  const next = await session.post();
  expect(next.context).toContain("b.md:1:1");
  expect(next.context).not.toMatch(words);
});
