import { explainLine } from "../base/explain.ts";
import type { HookWork } from "../hook/quiet-hook.ts";
import type { RuleLoader } from "../hook/quiet-look.ts";
import type { CliContext } from "./command.ts";
import { exitCodes, hookFailed } from "./command.ts";
import { runProgram } from "./program.ts";
import { programVersion } from "./version.ts";

/** Runs a command line in this process and sets its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await runProgram(args, processContext(exitCodes.failed), programVersion);
}

/** For the quiet path, which has no rules of its own. */
export const loadRule: RuleLoader = async (workspace, env, listing) => {
  const { openFound } = await import("../check/open-workspace.ts");
  const { workspaceRules } = await import("../check/workspace-rules.ts");
  const rules = await workspaceRules(await openFound(workspace, { env }), listing);
  return rules.paths.isEligible;
};

/** Answers a hook event that the quiet path has left, and sets the exit code. */
export async function finishHook(args: readonly string[], work: HookWork): Promise<void> {
  const { answerHook } = await import("./hook.ts");
  process.exitCode = await answerHook(args, work, processContext(hookFailed));
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

/** Signals that end the program; the first lets it end its children, the second ends it at once. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function processContext(failed: number): CliContext {
  const controller = new AbortController();
  for (const name of endingSignals) {
    process.once(name, () => {
      controller.abort();
    });
  }
  // A reader that has gone (`| head`) is no fault of ours and wants nothing more.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(failed);
    throw error;
  });
  return {
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: controller.signal,
  };
}
