import { failure, success } from "../base/result.ts";
import { openWorkspace } from "../check/open-workspace.ts";
import { exitCodes, type Command, type ExitCode } from "./command.ts";
import { printFixes } from "./fix-output.ts";
import { fixWorkspace, type FixRun } from "./fix-workspace.ts";
import { exitCodeOf } from "./scan.ts";

export const fixCommand: Command = {
  name: "fix",
  summary: "apply the fixes that are unambiguous",
  usage: "fix [path…] [flags]",
  flags: {
    "dry-run": { type: "boolean", summary: "show the changes, write nothing" },
    config: { type: "string", value: "<vale.ini>", summary: "use this Vale configuration" },
    json: { type: "boolean", summary: "print JSON" },
  },
  examples: [
    ["valehook fix --dry-run", "what would change in the whole workspace, as a diff"],
    ["valehook fix docs/guide.md", "fix one file; what is left is listed"],
  ],
  async run(context, { flags, positionals }) {
    const config = typeof flags["config"] === "string" ? flags["config"] : undefined;
    const dryRun = flags["dry-run"] === true;
    const open = await openWorkspace(context.cwd, { env: context.env, config, cwd: context.cwd });
    if (!open.ok) return open;
    if (open.value.settingsProblem !== undefined) return failure(open.value.settingsProblem);
    const fixed = await fixWorkspace(context, open.value, { names: positionals, dryRun });
    if (!fixed.ok) return fixed;
    await printFixes(context, fixed.value, { dryRun, json: flags["json"] === true });
    return success(exitCodeOfFixes(fixed.value, dryRun));
  },
};

/** As a scan of what is there afterwards; changes that were only shown are findings still. */
function exitCodeOfFixes({ fixed, rest }: FixRun, dryRun: boolean): ExitCode {
  const code = exitCodeOf(rest, { failOn: "suggestion", allowUnconfigured: false });
  return dryRun && fixed.length > 0 && code === exitCodes.done ? exitCodes.findings : code;
}
