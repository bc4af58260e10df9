import * as fc from "fast-check";
import { expect, test } from "vitest";
import { explainLine } from "../../../src/base/explain.ts";
import { parseReflog } from "../../../src/scope/reflog.ts";
import { parseSettings } from "../../../src/scope/settings-parse.ts";
import { unquotedPath } from "../../../src/scope/unquoted-path.ts";
import { readValeIni } from "../../../src/scope/vale-ini.ts";
import { inputs, patience, woundedText } from "../../support/fuzz.ts";
import { unsafe } from "../report/hostile.ts";

const settings = `include = ["docs/**", "*.md"]
exclude = ["CHANGELOG.md"]
extensions = [".qmd"]
report = "new"
block_on = "suggestion"
mode = "enforce"
guard = "report"
use_global_config = false
max_files = 20000
max_file_bytes = 1048576
`;
const personal = `${settings}trusted_workspaces = ["/home/me/src"]\n[vale]\nbinary = "/opt/vale"\n`;
const anyKey = fc.constantFrom(
  "include",
  "report",
  "block_on",
  "guard",
  "max_files",
  "vale",
  "trusted_workspaces",
  "x",
);
const anyValue = fc.oneof(fc.jsonValue(), fc.string()).map((value) => JSON.stringify(value));
const anySettings = fc.oneof(
  woundedText(fc.constantFrom(settings, personal)),
  fc.array(fc.tuple(anyKey, anyValue)).map((all) => all.map((pair) => pair.join(" = ")).join("\n")),
  fc.string(),
);

test(
  "any settings are read or refused with file, line and key in one line",
  () => {
    fc.assert(
      fc.property(anySettings, fc.constantFrom("project", "person"), (text, owner) => {
        const parsed = parseSettings(text, "/w/.valehook.toml", owner);
        if (parsed.ok) {
          // A project's file may not name a program, however it is written.
          if (owner === "project") expect(parsed.value).not.toHaveProperty("vale");
          return;
        }
        const { problem } = parsed;
        if (problem.code === "settings-invalid") expect(problem.line).toBeGreaterThanOrEqual(1);
        const line = explainLine(problem);
        expect(line).toContain(".valehook.toml");
        expect(unsafe.test(line), line).toBe(false);
      }),
      inputs(8_000),
    );
  },
  patience,
);

const ini = `StylesPath = styles
MinAlertLevel = suggestion
Vocab = Base, Other
Packages = Microsoft, https://example.org/x.zip
[formats]
qmd = md
[*.{md,rst}]
BasedOnStyles = Vale, T
T.Foo = NO
`;
const log = `${"0".repeat(40)} ${"a".repeat(40)} Ada <ada@example.org> 1700000000 +0100\tcommit (initial): Begin
${"a".repeat(40)} ${"b".repeat(40)} Ada <ada@example.org> 1700000001 +0100\tcheckout: moving from main to x
`;

test(
  "any Vale configuration, reflog and quoted path is read without a word",
  () => {
    fc.assert(
      fc.property(
        woundedText(fc.constant(ini)),
        woundedText(fc.constant(log)),
        woundedText(fc.constantFrom('"a\\303\\244\\t.md"', "plain.md", '"\\"')),
        (config, reflog, path) => {
          readValeIni(config);
          for (const entry of parseReflog(reflog)) expect(entry).toBeTypeOf("object");
          expect(unquotedPath(path)).toBeTypeOf("string");
        },
      ),
      inputs(8_000),
    );
  },
  patience,
);
