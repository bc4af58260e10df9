import { createTwoFilesPatch } from "diff";

import { escapeControls } from "../base/escape-controls.ts";
import type { FixedFile } from "../vale/apply-fixes.ts";
import { escapeName } from "../report/escape.ts";
import { count } from "../report/phrases.ts";
import type { CliContext } from "./command.ts";
import type { FixRun } from "./fix-workspace.ts";
import { printJson, printLines } from "./print.ts";
import { printReport } from "./scan-output.ts";

/** Prints what was fixed (or would be, as a diff) and the report of what is left. */
export async function printFixes(
  context: CliContext,
  run: FixRun,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean },
): Promise<void> {
  const { fixed, rest, previews, sourceText } = run;
  if (json) {
    printJson(context, { schema: 1, dryRun, fixed, rest });
    return;
  }
  const terminal = context.stdout.isTTY === true;
  for (const [path, fix] of previews) context.stdout.write(diffText(path, fix, terminal));
  if (!dryRun) {
    printLines(
      context,
      fixed.map(({ path, fixes }) => `${escapeName(path)}  ${count(fixes, "fix", "fixes")}`),
    );
  }
  printLines(context, [`${headline(run, dryRun)}\n`]);
  await printReport(context, rest, sourceText, { format: "text", output: undefined });
}

function headline({ fixed }: FixRun, dryRun: boolean): string {
  const fixes = fixed.reduce((sum, file) => sum + file.fixes, 0);
  if (fixes === 0) return "Nothing can be fixed without a choice.";
  const what = `${count(fixes, "fix", "fixes")} in ${count(fixed.length, "file")}`;
  return dryRun ? `Would make ${what}; nothing was written.` : `Made ${what}.`;
}

/** A unified diff; on a terminal without what the terminal would obey. */
function diffText(path: string, { before, after }: FixedFile, terminal: boolean): string {
  const name = escapeName(path);
  const [from, to] = [before.toString("utf8"), after.toString("utf8")];
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, from, to, "", "");
  const [, ...lines] = patch.split("\n");
  if (!terminal) return lines.join("\n");
  return lines.map((line) => line.split("\t").map(escapeControls).join("\t")).join("\n");
}
