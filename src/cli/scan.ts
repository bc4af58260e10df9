import { openWorkspace } from "../check/open-workspace.ts";
import { failure, success } from "../base/result.ts";
import type { ScanReport } from "../report/scan-report.ts";
import { isAtLeast } from "../vale/finding.ts";
import { exitCodes, type Command, type ExitCode } from "./command.ts";
import { scanFlags, scanOptions, type ScanOptions } from "./scan-flags.ts";
import { printReport } from "./scan-output.ts";
import { scanText } from "./scan-text.ts";
import { scanWorkspace } from "./scan-workspace.ts";

export const scanCommand: Command = {
  name: "scan",
  summary: "check files now",
  usage: "scan [path…] [flags]",
  flags: scanFlags,
  examples: [
    ["valehook scan", "every eligible file of the workspace"],
    ["valehook scan docs README.md", "a folder and a file"],
    ["valehook scan --since origin/main --report new", "what a branch brought, in CI"],
    ["valehook scan --format html --output /tmp/report.html", "a page to read in a browser"],
    ["valehook scan --stdin --path notes.md < notes.md", "text from an editor"],
  ],
  async run(context, parsed) {
    const options = scanOptions(parsed, context.env);
    if (!options.ok) return options;
    const { config } = options.value;
    const open = await openWorkspace(context.cwd, { env: context.env, config, cwd: context.cwd });
    if (!open.ok) return open;
    if (open.value.settingsProblem !== undefined) return failure(open.value.settingsProblem);
    const scanned =
      options.value.stdinName === undefined
        ? await scanWorkspace(context, open.value, options.value)
        : await scanText(context, open.value, options.value, options.value.stdinName);
    if (!scanned.ok) return scanned;
    if (context.signal.aborted) return success(exitCodes.interrupted);
    const { report, sourceText } = scanned.value;
    const printed = await printReport(context, report, sourceText, options.value);
    return printed.ok ? success(exitCodeOf(report, options.value)) : printed;
  },
};

/**
 * Incomplete wins over findings. Where nothing in the whole workspace can be checked (no configuration, one without rules,
 * settings that leave no file), that is no success unless it is allowed.
 */
export function exitCodeOf(
  report: ScanReport,
  options: Pick<ScanOptions, "failOn" | "allowUnconfigured">,
): ExitCode {
  const { failOn, allowUnconfigured } = options;
  switch (report.status) {
    case "clean":
      return exitCodes.done;
    case "incomplete":
      return exitCodes.failed;
    case "skipped": {
      const isWhole = report.skipped.some(({ path }) => path === undefined);
      return isWhole && !allowUnconfigured ? exitCodes.failed : exitCodes.done;
    }
    case "findings": {
      const severities = report.files.flatMap(({ findings }) =>
        findings.map(({ severity }) => severity),
      );
      const fails =
        failOn !== "never" && severities.some((severity) => isAtLeast(severity, failOn));
      return fails ? exitCodes.findings : exitCodes.done;
    }
  }
}
