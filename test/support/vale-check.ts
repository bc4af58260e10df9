import { deadlineIn } from "../../src/base/deadline.ts";
import type { RelPath } from "../../src/base/rel-path.ts";
import { success } from "../../src/base/result.ts";
import { checkFiles } from "../../src/vale/check-files.ts";
import type { CheckRequest } from "../../src/vale/check-request.ts";
import type { Outcome } from "../../src/vale/outcome.ts";
import { valePath } from "./vale.ts";
import { writeExecutable, type TestWorkspace } from "./workspace.ts";

/** A request to check files of a workspace with its `.vale.ini`, with time enough on a busy machine. */
export function checkRequest(
  workspace: TestWorkspace,
  paths: readonly string[],
  over: Partial<CheckRequest> = {},
): CheckRequest {
  const config = { file: workspace.at(".vale.ini"), folder: workspace.root };
  return {
    vale: { path: valePath() },
    root: workspace.root,
    files: paths.map((path) => ({ path: path as RelPath })),
    configFor: () => success(config),
    useGlobalConfig: false,
    deadline: deadlineIn(600_000),
    maxFileBytes: 1024 * 1024,
    env: workspace.env,
    ...over,
  };
}

/** Checks files; the outcomes as short text by path: `line:column-endColumn Check …`, `clean`, or a problem's code. */
export async function verdicts(
  workspace: TestWorkspace,
  paths: readonly string[],
  over: Partial<CheckRequest> = {},
): Promise<Record<string, string>> {
  const outcomes = await checkFiles(checkRequest(workspace, paths, over));
  return Object.fromEntries(outcomes.map((outcome) => [outcome.path, verdictText(outcome)]));
}

export function verdictText(outcome: Outcome): string {
  if (outcome.kind === "unchecked") return outcome.problem.code;
  if (outcome.findings.length === 0) return outcome.cached ? "clean, remembered" : "clean";
  return outcome.findings
    .map(({ line, column, endColumn, check }) => `${line}:${column}-${endColumn} ${check}`)
    .join(" ");
}

/**
 * A stand-in for Vale, for what the real one can't be made to do. The body is a Node script that knows
 * `operands` (names without `./`), `stdin` (a string, empty without one) and `answer(object)`; each run
 * is noted in `runs.log` beside it.
 */
export function stubVale(workspace: TestWorkspace, body: string): string {
  const folder = `${workspace.home}/stub`;
  const script = `#!${process.execPath}
const fs = require("node:fs");
const marker = process.argv.indexOf("--");
const operands = marker < 0 ? [] : process.argv.slice(marker + 1).map((name) => name.replace(/^\\.\\//, ""));
const stdin = marker < 0 ? fs.readFileSync(0, "utf8") : "";
const answer = (value) => fs.writeSync(1, JSON.stringify(value));
const alert = (over = {}) => ({ Action: { Name: "", Params: null }, Span: [1, 6], Check: "T.Foo", Description: "",
  Link: "", Message: "no foobad", Severity: "warning", Match: "foobad", Line: 1, ...over });
fs.appendFileSync(${JSON.stringify(`${folder}/runs.log`)}, JSON.stringify(operands) + "\\n");
${body}
`;
  return writeExecutable(folder, "vale", script);
}
