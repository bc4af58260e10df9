import { expect, test } from "vitest";
import { nearest } from "../../../src/base/nearest.ts";

const formats = ["text", "json", "sarif", "rdjsonl", "github", "html"];
const commands = ["hook", "scan", "fix", "init", "status", "doctor", "install", "uninstall"];
const flags = ["--fix", "--json", "--format", "--fail-on", "--min-level"];

test.each([
  ["jsno", formats, "json"],
  ["htm", formats, "html"],
  ["tex", formats, "text"],
  ["githbu", formats, "github"],
  ["scna", commands, "scan"],
  ["fx", commands, "fix"],
  ["unistal", commands, "uninstall"],
  ["--jsn", flags, "--json"],
  ["--min-levle", flags, "--min-level"],
  ["eror", ["suggestion", "warning", "error", "never"], "error"],
])("%s is near one word", (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});

test.each([
  ["xml", formats],
  ["csv", formats],
  ["run", commands],
  ["set", commands],
  ["--out", flags],
  ["--css", flags],
  ["lint", commands.filter((name) => name !== "init")],
  ["", ["all", "new"]],
])("%j is near none", (word, candidates) => {
  expect(nearest(word, candidates)).toBeUndefined();
});
