import { assert, constantFrom, dictionary, jsonValue, property, string } from "fast-check";
import { describe, expect, test } from "vitest";

import { clientPorts } from "../../../src/clients/client-ports.ts";
import {
  registerInText,
  registrationsFor,
  unregisterInText,
} from "../../../src/clients/registration-edit.ts";

const ours = registrationsFor(clientPorts.claude, {
  program: { kind: "installed", node: "/n/node", program: "/v/valehook.cjs" },
  platform: "linux",
});

function registered(text: string): string {
  const result = registerInText("settings.json", text, ours);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

function unregistered(text: string): string {
  const result = unregisterInText("settings.json", text);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

const lines = (...text: string[]): string => `${text.join("\n")}\n`;

const samples = {
  "two blanks": lines(
    "{",
    '  "model": "m",',
    '  "hooks": {',
    '    "Stop": [',
    '      { "hooks": [{"type":"command","command":"say"}] }',
    "    ]",
    "  },",
    '  "z": [1,2]',
    "}",
  ),
  tabs: lines("{", '\t"b": 1,', '\t"a": {"x": [1, 2,   3]}', "}"),
  "Windows line ends": '{\r\n  "b": 1,\r\n  "a": 2\r\n}\r\n',
  "one line": '{"b":1,"a":{"c":[]}}',
  "an empty object": "{}\n",
  "a byte order mark": '\uFEFF{\n  "a": 1\n}\n',
  "no newline at the end": '{\n    "a": 1\n}',
};

describe.each(Object.entries(samples))("a settings file with %s", (_name, text) => {
  test("keeps what it had, as it was written", () => {
    const after = registered(text);
    expect(registered(after)).toBe(after);
    const value = JSON.parse(after.replace("\uFEFF", "")) as { hooks: object };
    expect(Object.keys(value.hooks).toSorted()).toEqual([...ours.keys()].toSorted());
    expect(after.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
    if (text.includes("\r\n")) expect(after).not.toMatch(/(?<!\r)\n/);
    for (const line of text.split(/\r?\n/).slice(1, -2))
      expect(after).toContain(line.replace(/,$/, ""));
  });

  test("is the same to the byte after removal", () => {
    expect(unregistered(registered(registered(text)))).toBe(text);
  });
});

test("a file that is not there becomes one with our hooks and a last newline", () => {
  const text = registered("");
  const lists = [...ours].map(([event, group]) => [event, [group]]);
  expect(JSON.parse(text)).toEqual({ hooks: Object.fromEntries(lists) });
  expect(text).toMatch(/^\{\n {2}"hooks": \{\n[^]*\n\}\n$/);
});

test("any settings are the same to the byte after two registrations and a removal", () => {
  const settings = dictionary(
    string().filter((key) => key !== "hooks"),
    jsonValue(),
  );
  assert(
    property(settings, constantFrom(undefined, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const once = registered(text);
      expect(registered(once)).toBe(once);
      expect(JSON.parse(once)).toHaveProperty("hooks.Stop");
      expect(unregistered(once)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

test("removal keeps a person's comments, though the client reads none", () => {
  const text = lines(
    "{",
    "  // about the model",
    '  "model": "m", // which one',
    '  "hooks": {',
    "    /* mine */",
    '    "Stop": [',
    '      { "hooks": [{ "type": "command", "command": "say" }] }, // said',
    '      { "hooks": [{ "type": "command", "command": "valehook hook" }] }',
    "    ],",
    "  },",
    "}",
  );
  const after = unregistered(text);
  expect(after).not.toContain("valehook");
  for (const comment of ["// about the model", "// which one", "/* mine */", '"command": "say"']) {
    expect(after).toContain(comment);
  }
});

test("text without our hooks is left as it is, to the byte", () => {
  const text = '{ // odd\n "hooks" : {"Stop":[]},}';
  expect(unregistered(text)).toBe(text);
});

test.each([
  [
    "a comment",
    '{\n  // c\n  "a": 1\n}',
    "line 2: it has a comment, and the client reads plain JSON only",
  ],
  [
    "a trailing comma",
    '{\n  "a": 1,\n}',
    "line 3: a value or a name is missing (a trailing comma?)",
  ],
  ["no JSON", "model = 1", "line 1: "],
  ["an end too early", '{"a": 1', "line 1: "],
  ["text after its end", "{}\n{}", "line 2: it goes on after its end"],
  ["a list", "[]", "it is not an object"],
  ["hooks that are no object", '{"hooks": []}', "hooks is not an object"],
  ["an event twice", '{"hooks":{"Stop":[],\n"Stop":[]}}', "line 2: Stop is there twice"],
])("a file with %s is not touched", (_name, text, detail) => {
  const result = registerInText("/home/me/.claude/settings.json", text, ours);
  expect(result).toMatchObject({
    ok: false,
    problem: { code: "client-settings-invalid", file: "/home/me/.claude/settings.json" },
  });
  if (!result.ok && "detail" in result.problem) expect(result.problem.detail).toContain(detail);
});
