import { explainLine } from "../base/explain.ts";
import type { Problem } from "../base/problem.ts";
import { readArguments } from "./arguments.ts";
import { exitCodes, type CliContext } from "./command.ts";
import { commandEntries } from "./commands.ts";
import { commandHelp, programHelp } from "./help.ts";
import { nearest } from "../base/nearest.ts";

/**
 * Runs one command line and returns the exit code. Problems are one line on stderr; what the command prints is
 * on stdout.
 */
export async function runProgram(
  args: readonly string[],
  context: CliContext,
  version: string,
): Promise<number> {
  const [name, ...rest] = asFlag(args);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    context.stdout.write(programHelp(commandEntries));
    return name === undefined ? exitCodes.failed : exitCodes.done;
  }
  if (name === "--version" || name === "-v" || name === "version") {
    context.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  const entry = commandEntries.find((candidate) => candidate.name === name);
  if (entry === undefined) return fail(context, unknownCommand(name));
  const command = await entry.load();
  const parsed = readArguments(command, rest);
  if (!parsed.ok) return fail(context, parsed.problem, name);
  if (parsed.value.flags["help"] === true) {
    context.stdout.write(commandHelp(command));
    return exitCodes.done;
  }
  const ended = await command.run(context, parsed.value);
  if (context.signal.aborted) return exitCodes.interrupted;
  return ended.ok ? ended.value : fail(context, ended.problem, name);
}

/** `valehook help scan` as `valehook scan --help`. */
function asFlag(args: readonly string[]): readonly string[] {
  const [name, command] = args;
  return name === "help" && command !== undefined ? [command, "--help"] : args;
}

function fail(context: CliContext, problem: Problem, command?: string): number {
  const told =
    problem.code === "usage" && command !== undefined ? { ...problem, command } : problem;
  context.stderr.write(`valehook: ${explainLine(told)}\n`);
  return exitCodes.failed;
}

function unknownCommand(name: string): Problem {
  const meant = nearest(
    name,
    commandEntries.map((entry) => entry.name),
  );
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return { code: "usage", detail: `Unknown command ${name}.${hint}` };
}
