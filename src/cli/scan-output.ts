import { once } from "node:events";
import { resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";

import { errnoOf } from "../base/errno.ts";
import { failure, success, type Result } from "../base/result.ts";
import { loadFormat } from "../report/load-format.ts";
import type { ScanReport, SourceText } from "../report/scan-report.ts";
import type { CliContext } from "./command.ts";
import type { ScanOptions } from "./scan-flags.ts";
import { programVersion } from "./version.ts";

/**
 * Prints a report in the wanted format: to standard output piece by piece, or to a file, which appears whole or not at
 * all. Problems: `output-unwritable`.
 */
export async function printReport(
  context: CliContext,
  report: ScanReport,
  sourceText: SourceText,
  { format, output }: Pick<ScanOptions, "format" | "output">,
): Promise<Result<void>> {
  const print = await loadFormat(format);
  const toStdout = output === undefined;
  const pieces = print(report, {
    sourceText,
    color: toStdout && wantsColor(context),
    terminal: toStdout && context.stdout.isTTY === true,
    version: programVersion,
  });
  if (output === undefined) {
    for (const piece of pieces) await write(context.stdout, piece);
    return success(undefined);
  }
  try {
    await writeFileAtomic(resolve(context.cwd, output), [...pieces].join(""));
    return success(undefined);
  } catch (error) {
    return failure({ code: "output-unwritable", path: output, errno: errnoOf(error) });
  }
}

async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}

/** Whether standard output gets colours: on a terminal, unless the person has turned them off (no-color.org) or on. */
export function wantsColor({ env, stdout }: CliContext): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"] ?? "";
  if (forced !== "") return forced !== "0";
  return stdout.isTTY === true && env["TERM"] !== "dumb";
}
