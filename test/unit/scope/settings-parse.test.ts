import { expect, test } from "vitest";
import { toJsonSchema } from "@valibot/to-json-schema";

import { explainLine } from "../../../src/base/explain.ts";
import { parseSettings } from "../../../src/scope/settings-parse.ts";
import { personalSettingsSchema } from "../../../src/scope/settings-schema.ts";
import { tomlLine } from "../../../src/scope/toml-line.ts";
import type { SettingsOwner } from "../../../src/scope/settings-parse.ts";

function fault(text: string, owner: SettingsOwner = "project") {
  const parsed = parseSettings(text, "/w/.valehook.toml", owner);
  return parsed.ok ? undefined : parsed.problem;
}

function told(text: string, owner?: SettingsOwner): string {
  const problem = fault(text, owner);
  return problem === undefined ? "" : explainLine(problem);
}

test.each([
  ['report = "new"\nreprot = "all"\n', 2, "reprot", "is not a setting, but report is"],
  ["max_files = 'many'\n", 1, "max_files", 'must be a whole number, such as 20000, not "many"'],
  [
    'include = "docs/**"',
    1,
    "include",
    'must be a list of text, such as ["docs/**"], not "docs/**"',
  ],
  ["extensions = {}", 1, "extensions", 'must be a list of text, such as [".qmd"], not a table'],
  ["guard = ['deny']", 1, "guard", 'must be "report", "deny" or "off", not a list'],
  ["use_global_config = 1", 1, "use_global_config", "must be true or false, not 1"],
  ["\n\nmax_files = 0\n", 3, "max_files", "must be at least 1"],
  ["max_files = 1.5", 1, "max_files", "must be a whole number"],
  ['report = "old"', 1, "report", 'must be "new" or "all", not "old"'],
  [
    "exclude = [\n  'a',\n  3,\n]\n",
    1,
    "exclude",
    'must be a list of text, such as ["docs/**"], and 3 is not text',
  ],
  ["# none\r\ninclude = []\r\n", 2, "include", "must hold at least one pattern"],
  ['extensions = ["qmd"]', 1, "extensions", 'must be one extension with its dot, such as ".qmd"'],
  ["vale.binary = '/opt/vale'", 1, "vale", "may be set in the personal configuration only"],
  [
    "mode = 'enforce'\n\n[vale]\nbinary = '/opt/vale'",
    3,
    "vale",
    "may be set in the personal configuration only",
  ],
  [
    "trusted_workspaces = []",
    1,
    "trusted_workspaces",
    "may be set in the personal configuration only",
  ],
  ["[constructor]", 1, "constructor", "is not a setting"],
])("%j is refused with its line and key", (text, line, key, detail) => {
  expect(fault(text)).toMatchObject({
    code: "settings-invalid",
    file: "/w/.valehook.toml",
    line,
    key,
    detail,
  });
});

test("a fault in a table of the person's file has the line of its own key", () => {
  expect(fault("[vale]\n# mine\n\nbinary = 'vale'\n", "person")).toMatchObject({
    line: 4,
    key: "vale.binary",
    detail: "must be absolute",
  });
  expect(fault("[vale]\nbinary = '/v'\npath = '/v'\n", "person")).toMatchObject({
    line: 3,
    key: "vale.path",
    detail: "is not a setting",
  });
});

test.each([
  ["guard = deny\n", "guard", 'needs quotes around its text: guard = "deny"'],
  ["guard = deny # never\n", "guard", 'needs quotes around its text: guard = "deny"'],
  [
    "include = [docs/**, '*.md']\n",
    "include",
    'needs quotes around its text: include = ["docs/**", "*.md"]',
  ],
  ["guard = deny # never\r\n", "guard", 'needs quotes around its text: guard = "deny"'],
  ["guard = dney\n", "guard", 'must be "report", "deny" or "off", not "dney"'],
  ["gaurd = deny\n", "gaurd", "is not a setting, but guard is"],
  ["use_global_config = True\n", "use_global_config", 'must be true or false, not "True"'],
  ["max_files = 20k\n", "max_files", 'must be a whole number, such as 20000, not "20k"'],
  ["mode =\n", "mode", 'must be "enforce" or "observe", not ""'],
])("%j, text without quotes, is told by its key", (text, key, detail) => {
  expect(fault(text)).toMatchObject({ line: 1, key, detail });
  expect(fault(`report = "new"\n${text}mode = = 3\n`)).toMatchObject({ line: 2, key, detail });
});

test("of several faults the first by line is told, whatever kind each is", () => {
  const wrong = "guard = 'dney'\n";
  const unknown = "colour = 'red'\n";
  const broken = "mode = = 3\n";
  expect(fault(`max_files = 5\n${wrong}include = 'x'\n`)).toMatchObject({ line: 2, key: "guard" });
  expect(fault(unknown + wrong)).toMatchObject({ line: 1, key: "colour" });
  expect(fault(wrong + unknown)).toMatchObject({ line: 1, key: "guard" });
  expect(fault(unknown + broken)).toMatchObject({ line: 1, key: "colour" });
  expect(fault(broken + unknown)).toMatchObject({ line: 1, key: "" });
  expect(fault(`${unknown}guard = deny\n`)).toMatchObject({ line: 1, key: "colour" });
});

test("whoever writes a key that means nothing is told the keys that there are", () => {
  expect(told("colour = 'red'\n")).toBe(
    "/w/.valehook.toml:1: colour is not a setting. The keys are include, exclude, extensions, report, block_on, mode, guard, use_global_config, max_files, max_file_bytes.",
  );
  expect(told("colour = 'red'\n", "person")).toMatch(/max_file_bytes, trusted_workspaces, vale\.$/);
  expect(told("max_files = 'many'\n")).toBe(
    '/w/.valehook.toml:1: max_files must be a whole number, such as 20000, not "many". In valehook\'s package, docs/configuration.md explains each key.',
  );
});

test("what is no TOML is refused with the parser's line", () => {
  expect(fault('report = "new"\nmax_files = = 3\n')).toMatchObject({ line: 2, key: "" });
  expect(fault("include = [\n  docs/**,\n]\n")).toMatchObject({
    line: 2,
    key: "",
    detail: "invalid value; text needs quotes",
  });
  expect(fault("mode = 'observe'\nmode = 'enforce'\n")).toMatchObject({ line: 2 });
});

test("every key of the two files is accepted", () => {
  const text = [
    'include = ["docs/**"]',
    'exclude = ["CHANGELOG.md"]',
    'extensions = [".qmd"]',
    'report = "all"',
    'block_on = "never"',
    'mode = "observe"',
    'guard = "deny"',
    "use_global_config = true",
    "max_files = 5",
    "max_file_bytes = 6",
  ].join("\n");
  expect(fault(text)).toBeUndefined();
  expect(
    fault(`${text}\ntrusted_workspaces = ["/w"]\n[vale]\nbinary = "/opt/vale"\n`, "person"),
  ).toBeUndefined();
});

test("a key's line is found through strings, lists, tables and quoting that look like other keys", () => {
  const text = [
    'exclude = """', // 1
    "mode = 1",
    '"""',
    "list = [ # mode = 1", // 4
    "  'mode = 1',",
    "]",
    "", // 7
    '"mode" = "x"', // 8
    "[table]",
    "mode = 2", // 10
    "inner . 'a b' = 3", // 11
    "[other]", // 12
  ].join("\n");
  expect(tomlLine(text, ["exclude"])).toBe(1);
  expect(tomlLine(text, ["list"])).toBe(4);
  expect(tomlLine(text, ["mode"])).toBe(8);
  expect(tomlLine(text, ["table", "mode"])).toBe(10);
  expect(tomlLine(text, ["table", "inner", "a b"])).toBe(11);
  expect(tomlLine(text, ["other"])).toBe(12);
  expect(tomlLine(text, ["absent"])).toBe(1);
});

test("the schema becomes a JSON Schema in which every key says what it is for", () => {
  const schema = toJsonSchema(personalSettingsSchema);
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    expect(value, key).toHaveProperty("description");
  }
  expect(schema.additionalProperties).toBe(false);
});
