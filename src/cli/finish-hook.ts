import { explainLine } from "../base/explain.ts";
import { openFound } from "../check/open-workspace.ts";
import { knownRules } from "../check/known-rules.ts";
import { clientPorts } from "../clients/client-ports.ts";
import { detectClient } from "../clients/detect-client.ts";
import { answerEvent } from "../hook/answer-event.ts";
import { failedClosed, failsClosed } from "../hook/fail-closed.ts";
import type { HookWork } from "../hook/quiet-hook.ts";
import type { RuleLoader } from "../hook/quiet-look.ts";
import { readArguments } from "./arguments.ts";
import { exitCodes, hookFailed, type CliContext } from "./command.ts";
import { hookCommand } from "./hook.ts";
import { processContext } from "./process-context.ts";

/** For the quiet path, which has no rules of its own. */
export const loadRule: RuleLoader = async (workspace, env, listing) => {
  const rules = await knownRules(await openFound(workspace, { env }), listing);
  return rules.paths.isEligible;
};

/** Answers a hook event that the quiet path has left, and sets the exit code. */
export async function finishHook(args: readonly string[], work: HookWork): Promise<void> {
  process.exitCode = await answerHook(args, work, processContext(hookFailed));
}

/** Returns the exit code. */
async function answerHook(
  args: readonly string[],
  work: HookWork,
  context: CliContext,
): Promise<number> {
  // The streams stay with the context: it opens each when it is first asked for.
  const { env, signal } = context;
  const parsed = readArguments(hookCommand, args);
  if (!parsed.ok) {
    context.stderr.write(`valehook: ${explainLine(parsed.problem)}\n`);
    return hookFailed;
  }
  const { flags } = parsed.value;
  const client =
    clientPorts[
      flags["client"] === "codex" || flags["client"] === "claude"
        ? flags["client"]
        : detectClient(work.event.ok ? work.event.value.payload : {}, env)
    ];
  const answered = await answerEvent(work, { client, env, signal });
  if (!answered.ok) {
    const eventName = typeof flags["event"] === "string" ? flags["event"] : undefined;
    const { cwd } = context;
    const closed = await failsClosed({ input: work.input, eventName, cwd }, env);
    const words = [explainLine(answered.problem), ...(closed ? [failedClosed] : [])].join(" ");
    context.stderr.write(`valehook: ${words}\n`);
    return closed ? client.blockExitCode : hookFailed;
  }
  const { text, afterWritten } = answered.value;
  if (text !== "") {
    await new Promise<void>((resolve, reject) => {
      context.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }
  await afterWritten();
  return exitCodes.done;
}
