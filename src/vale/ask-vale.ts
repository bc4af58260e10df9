import type { Deadline } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import type { FileProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { parseAnswer, type Answer } from "./answer.ts";
import { recogniseFault } from "./recognise-fault.ts";
import { runVale } from "./run-vale.ts";
import { operandArguments, stdinArguments } from "./vale-arguments.ts";
import type { ValeFault } from "./vale-fault.ts";
import type { ValeProgram } from "./vale-program.ts";

/** What every question to Vale needs. */
export interface AskOptions {
  readonly vale: ValeProgram;
  /** Merge the person's global Vale configuration in. */
  readonly useGlobalConfig: boolean;
  /** When everything must have ended. A single run never takes more than `limits.batchMs`. */
  readonly deadline: Deadline;
  /** Ends what runs; what was not done by then is `not-reached`. */
  readonly signal?: AbortSignal | undefined;
  /** Environment of Vale, which finds its parsers by it; default this process's own. */
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** What Vale is to read: files by their names, or one text under a name. */
export type Question =
  | { readonly kind: "files"; readonly names: readonly string[] }
  | { readonly kind: "text"; readonly name: string; readonly text: Buffer };

/** One run of Vale, from its arguments to an answer that can be trusted, or to what went wrong. */
export async function askVale(
  options: AskOptions,
  config: ValeConfigRef,
  question: Question,
): Promise<Result<Answer, ValeFault>> {
  const { vale, useGlobalConfig } = options;
  const asked = new Set(question.kind === "files" ? question.names : [question.name]);
  const end = await runVale({
    program: vale.path,
    args:
      question.kind === "files"
        ? operandArguments({ config, useGlobalConfig }, question.names)
        : stdinArguments({ config, useGlobalConfig }, question.name),
    folder: config.folder,
    input: question.kind === "text" ? asText(question.text) : undefined,
    deadline: options.deadline.within(limits.batchMs),
    signal: options.signal,
    env: environmentOf(options),
  });
  const context = { program: vale.path, config: config.file, asked };
  // Exit 1 is an error-level finding, 2 a failure; what was printed decides.
  if (end.cause !== "exit" || (end.exitCode !== 0 && end.exitCode !== 1)) {
    return failure(recogniseFault(end, context));
  }
  const answer = parseAnswer(end.stdout, asked);
  if (answer.ok) return success(answer.value);
  return failure(recogniseFault(end, context, answer.problem));
}

function environmentOf({ vale, env = process.env }: AskOptions): NodeJS.ProcessEnv {
  return vale.searchPath === undefined ? env : { ...env, PATH: vale.searchPath };
}

/** Vale takes a text that is the name of a file as that file; with a line end it never is one. */
function asText(text: Buffer): Buffer {
  return text.includes(0x0a) ? text : Buffer.concat([text, Buffer.from("\n")]);
}

/** A name for a text of no file, of a format that needs no parser. */
const PROBE_NAME = "valehook-probe.txt";

/**
 * Whether Vale can work with a configuration at all, by an empty text: `undefined` where it can (or
 * where there was no time to tell), else the problem that every file of the configuration has.
 */
export async function probeConfig(
  options: AskOptions,
  config: ValeConfigRef,
): Promise<(ValeFault & { readonly kind: "whole" }) | undefined> {
  const answer = await askVale(options, config, {
    kind: "text",
    name: PROBE_NAME,
    text: Buffer.alloc(0),
  });
  if (answer.ok) return undefined;
  const fault = answer.problem;
  if (fault.kind === "whole") return fault;
  if (fault.kind !== "unknown") return undefined;
  return {
    kind: "whole",
    problem: { code: "vale-not-runnable", path: options.vale.path, words: wordsOf(fault.problem) },
  };
}

function wordsOf(problem: FileProblem): string {
  if ("words" in problem) return problem.words;
  return "detail" in problem
    ? `it doesn't answer as Vale does, for ${problem.detail}`
    : problem.code;
}
