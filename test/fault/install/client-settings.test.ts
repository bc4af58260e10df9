import { expect, test } from "vitest";

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
