import { explainLine } from "../base/explain.ts";
import { exitCodes, hookFailed } from "./command.ts";
import { processContext } from "./process-context.ts";
import { runProgram } from "./program.ts";
import { programVersion } from "./version.ts";

/** Runs a command line in this process and sets its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await runProgram(args, processContext(exitCodes.failed), programVersion);
}

/** The last resort for a fault of our own: one line, never a stack trace unless it is asked for. */
export function reportInternal(error: unknown, { isHook }: { readonly isHook: boolean }): void {
  const detail = error instanceof Error ? error.message : String(error);
  process.stderr.write(`valehook: ${explainLine({ code: "internal", detail })}\n`);
  if ((process.env["VALEHOOK_DEBUG"] ?? "") !== "" && error instanceof Error) {
    process.stderr.write(`${error.stack ?? ""}\n`);
  }
  process.exitCode = isHook ? hookFailed : exitCodes.failed;
}
