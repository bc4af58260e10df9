import { expect, test } from "vitest";
import { relPathFromBytes, type RelPath } from "../../../src/base/rel-path.ts";
import { operandFor } from "../../../src/vale/operand.ts";
import { operandArguments, stdinArguments } from "../../../src/vale/vale-arguments.ts";

const options = { config: { file: "/w/.vale.ini", folder: "/w" }, useGlobalConfig: false };

test.each([
  ["docs/a.md", "/w", "docs/a.md", "operand"],
  ["docs/a.md", "/w/docs", "a.md", "operand"],
  ["docs/a.md", "/", "w/docs/a.md", "operand"],
  ["a.md", "/w/docs", "../a.md", "operand"],
  ["docs/CODE.MD", "/w", "docs/CODE.md", "stdin"],
  ["a.Md", "/w", "a.md", "stdin"],
  ["run.SH", "/w", "run.sh", "stdin"],
  [".MD", "/w", ".md", "stdin"],
  ["notes.Rmd", "/w", "notes.Rmd", "operand"],
  ["-x.md", "/w", "-x.md", "operand"],
])("%s from %s is %s by %s", (path, folder, name, route) => {
  expect(operandFor("/w", folder, path as RelPath)).toEqual({ path, name, route });
});

test.each([
  [String.raw`C:\w`, "docs/a.md"],
  [String.raw`C:\w\docs`, "a.md"],
  ["C:/w/docs", "a.md"],
  [String.raw`C:\w\src`, "../docs/a.md"],
])("on Windows a file of C:\\w is named from %s as Vale prints it: %s", (folder, name) => {
  const path = "docs/a.md" as RelPath;
  expect(operandFor(String.raw`C:\w`, folder, path, "\\")).toEqual({
    path,
    name,
    route: "operand",
  });
});

test("where a backslash is a letter, it separates nothing", () => {
  const path = String.raw`a\b.md` as RelPath;
  expect(operandFor("/w", "/w", path, "/")).toEqual({ path, name: path, route: "operand" });
});

test("a name that is not UTF-8 goes through standard input under a readable one", () => {
  const path = relPathFromBytes(Buffer.from("docs/caf\xe9.md", "latin1"));
  expect(operandFor("/w", "/w", path)).toEqual({ path, name: "docs/caf\uFFFD.md", route: "stdin" });
});

test("operands can be taken neither for flags nor for commands nor for text", () => {
  expect(operandArguments(options, ["-x.md", "sync", "../up.md"])).toEqual([
    "--no-global",
    "--config=/w/.vale.ini",
    "--output=JSON",
    "--",
    "./-x.md",
    "./sync",
    "../up.md",
  ]);
});

test("the global configuration is only let in on request", () => {
  expect(operandArguments({ ...options, useGlobalConfig: true }, [])).not.toContain("--no-global");
});

test("text is read by the extension of its name", () => {
  expect(stdinArguments(options, "docs/CODE.md").slice(-2)).toEqual([
    "--ext=.md",
    "--path=docs/CODE.md",
  ]);
});
