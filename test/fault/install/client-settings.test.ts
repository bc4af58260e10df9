import { expect, test } from "vitest";

import { runValehook } from "../../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";
import { explainLine } from "../../../src/base/explain.ts";
import { clientPorts } from "../../../src/clients/client-ports.ts";
import {
  registerInText,
  registrationsFor,
  unregisterInText,
} from "../../../src/clients/registration-edit.ts";

const ours = registrationsFor(clientPorts.claude, {
  program: { kind: "on-path" },
  platform: "linux",
});

test.each([
  ["cut short", '{"hooks": {', /line 1/],
  ["with a key twice", '{\n"hooks": {},\n"hooks": {}}', /line 3: hooks is there twice/],
  ["whose hooks are no object", '{"hooks": []}', /hooks/],
])("client-settings-invalid: settings %s are not touched", (_, text, words) => {
  for (const edited of [
    registerInText("settings.json", text, ours),
    unregisterInText("settings.json", text),
  ]) {
    expect(edited).toMatchObject({ ok: false, problem: { code: "client-settings-invalid" } });
    expect(!edited.ok && explainLine(edited.problem)).toMatch(words);
  }
});

test.each([
  [
    "client-settings-invalid: an install and an uninstall",
    ".claude/settings.json",
    '{"hooks": {',
    2,
  ],
  ["client-settings-unwritable: an install into a folder that can't be made", ".claude", "", 1],
])("%s fails, says so, and leaves what is there", async (_, name, text, calls) => {
  const workspace = makeWorkspace({ files: foobadStyle() });
  workspace.write(`../home/${name}`, text);
  const { root: cwd, env } = workspace;
  for (const command of ["install", "uninstall"].slice(0, calls)) {
    const args = [command, "--client", "claude", "--scope", "user"];
    const ended = await runValehook(args, { cwd, env });
    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).toMatch(/settings\.json can't be (parsed|written \(E)/);
  }
  expect(workspace.read(`../home/${name}`)).toBe(text);
});
