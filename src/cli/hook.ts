import { explainLine } from "../base/explain.ts";
import { detectClient } from "../clients/detect-client.ts";
import { clientPorts } from "../clients/client-ports.ts";
import { answerEvent } from "../hook/answer-event.ts";
import { failedClosed, failsClosed } from "../hook/fail-closed.ts";
import type { HookWork } from "../hook/quiet-hook.ts";
import { readArguments } from "./arguments.ts";
import { exitCodes, hookFailed, type CliContext, type Command } from "./command.ts";

export const hookCommand: Command = {
  name: "hook",
  summary: "answer one hook event of a coding agent",
  usage: "hook [--client claude|codex] [--event <name>] < event.json",
  flags: {
    client: { type: "string", value: "claude|codex", summary: "whose event it is" },
    event: {
      type: "string",
      value: "<name>",
      summary: "the event's name, where the input lacks it",
    },
  },
  examples: [
    [
      "valehook hook --client claude --event Stop < event.json",
      "what a client runs; by hand, for a look",
    ],
  ],
  // The entry sends every real event to answerHook; only --help comes here.
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};

/** Answers the event that the quiet path has left over; returns the exit code. */
export async function answerHook(
  args: readonly string[],
  work: HookWork,
  context: CliContext,
): Promise<number> {
  const { env, signal, stdout, stderr } = context;
  const parsed = readArguments(hookCommand, args);
  if (!parsed.ok) {
    stderr.write(`valehook: ${explainLine(parsed.problem)}\n`);
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
    stderr.write(`valehook: ${words}\n`);
    return closed ? client.blockExitCode : hookFailed;
  }
  const { text, afterWritten } = answered.value;
  if (text !== "") {
    await new Promise<void>((resolve, reject) => {
      stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }
  await afterWritten();
  return exitCodes.done;
}
