import { success, type Result } from "../../base/result.ts";
import { explainLine } from "../../base/explain.ts";
import { exitCodes, type CliContext, type ExitCode } from "../command.ts";
import { printJson, printLines } from "../print.ts";
import type { ClientOutcome } from "./outcome.ts";
import { outcomeJson, outcomeLines, type Deed } from "./outcome-text.ts";
import type { Selection } from "./selection.ts";

/**
 * Prints how it ended for each client. The exit code is that of a failure if one client failed, or if none has the
 * scope.
 */
export function printOutcomes(
  context: CliContext,
  outcomes: readonly ClientOutcome[],
  deed: Deed,
  { dryRun, json }: Selection,
): Result<ExitCode> {
  if (json) {
    printJson(context, { schema: 1, dryRun, clients: outcomes.map(outcomeJson) });
  } else {
    for (const [index, outcome] of outcomes.filter(({ status }) => status !== "failed").entries()) {
      if (index > 0) printLines(context, [""]);
      printLines(context, outcomeLines(outcome, deed, { dryRun }));
    }
    if (deed === "install" && !dryRun && outcomes.some(({ status }) => isThere(status))) {
      printLines(context, ["", "Next: valehook doctor checks the whole installation."]);
    }
  }
  for (const { problem } of outcomes) {
    if (problem !== undefined) context.stderr.write(`valehook: ${explainLine(problem)}\n`);
  }
  const failed = outcomes.some(({ status }) => status === "failed");
  const unavailable = outcomes.every(({ status }) => status === "unavailable");
  return success(failed || unavailable ? exitCodes.failed : exitCodes.done);
}

function isThere(status: ClientOutcome["status"]): boolean {
  return status !== "failed" && status !== "unavailable";
}
