import type { ParseArgsConfig } from "node:util";

import type { Result } from "../base/result.ts";

/** What a command may touch of the process that it runs in; tests bring their own. */
export interface CliContext {
  /** The caller's working directory, absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Aborted by Ctrl-C or a termination signal. */
  readonly signal: AbortSignal;
}

/** The exit codes of every command but `hook`. */
export const exitCodes = {
  done: 0,
  findings: 1,
  failed: 2,
  interrupted: 130,
} as const;

/** What a hook exits with that could not answer: an error that neither client takes for a block. */
export const hookFailed = 1;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** One flag of a command, as `--help`, the completions and the reference show it. */
export interface Flag {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** Placeholder of the value, `<file>`; for a closed set of values, the set: `text|json`. */
  readonly value?: string;
  readonly summary: string;
}

/** What was on the command line after the command's name. */
export interface ParsedArguments {
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage without the program's name: `scan [path…]`. */
  readonly usage: string;
  /** The words that may follow the command, where they are a closed set. */
  readonly operands?: readonly string[];
  readonly flags: Readonly<Record<string, Flag>>;
  /** Set where the command has flags only: anything else on its line is a mistake. */
  readonly flagsOnly?: true;
  /** Whole command lines with what each is for. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  run(context: CliContext, parsed: ParsedArguments): Promise<Result<ExitCode>>;
}

/** A command's place in the list, and how its code is loaded: only the one that runs is. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** A flag table in the form that `node:util` parses. */
export function parseOptions(
  flags: Readonly<Record<string, Flag>>,
): NonNullable<ParseArgsConfig["options"]> {
  const entries = Object.entries(flags).map(([name, flag]) => [
    name,
    { type: flag.type, multiple: flag.multiple ?? false },
  ]);
  return Object.fromEntries(entries);
}
