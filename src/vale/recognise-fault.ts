import { isAbsolute } from "node:path";
import * as v from "valibot";
import type { FileProblem } from "../base/problem.ts";
import type { ValeEnd } from "./run-vale.ts";
import type { ValeFault } from "./vale-fault.ts";

export interface FaultContext {
  /** Absolute path of the executable. */
  readonly program: string;
  /** Absolute path of the configuration. */
  readonly config: string;
  /** The names that were handed to Vale, without `./`. */
  readonly asked: ReadonlySet<string>;
}

/** What Vale writes to standard error with `--output=JSON` when it gives up. */
const errorSchema = v.object({
  Line: v.number(),
  Path: v.string(),
  Text: v.string(),
  Code: v.string(),
});
type ValeError = v.InferOutput<typeof errorSchema>;

/** Contexts of E100 that Vale uses while it loads its configuration, styles and vocabularies. */
const CONFIG_CONTEXTS: ReadonlySet<string> = new Set([
  "loadStyles",
  "vocab",
  "loadVocab",
  "config pipeline failed",
  "--config",
  ".vale.ini not found",
  "loadINI/homedir",
  "loadStdin",
  "buildRule: path",
  "buildRule: action",
  "re2loc: bounds",
  "ReadFile",
  "addCheck/Atoi",
]);

/** What Vale says without a context of a section whose pattern it can't read (3.15 and 3.22). */
const BAD_PATTERN = "syntax error in pattern";

/** Context of an error at a place in a text that is no file: its front matter's, as `fileFault` has it. */
const TEXT_PLACE = "NewE201";

/** Exit codes by which `timeout` says that it could not start the program (GNU, BusyBox, POSIX). */
const START_FAILURES: ReadonlySet<number> = new Set([126, 127]);

/**
 * Tells what a run died of that ended without a usable answer. Pure.
 *
 * @param nonsense what is wrong with the answer, where Vale gave one and claimed success
 */
export function recogniseFault(end: ValeEnd, context: FaultContext, nonsense = ""): ValeFault {
  if (end.cause === "ended") return { kind: "ended" };
  if (end.cause === "time") return { kind: "time", afterMs: Math.round(end.ms) };
  if (end.cause === "overflow")
    return unknown({ code: "bad-answer", detail: "it is too large for memory" });
  if (end.cause === "not-started") return notRunnable(context, end.startError);
  if (nonsense !== "") return unknown({ code: "bad-answer", detail: nonsense });
  if (end.exitCode === undefined) {
    return unknown({ code: "crashed", words: `ended by ${end.signal ?? "a signal"}` });
  }
  const panic = /^(?:panic|fatal error|runtime):.*$/m.exec(end.stderr);
  if (panic !== null) return unknown({ code: "crashed", words: panic[0] });
  const error = parseError(end.stderr);
  if (error !== undefined) return fromValeError(error, context);
  if (START_FAILURES.has(end.exitCode)) return notRunnable(context, end.stderr);
  const words = firstLine(end.stderr) || firstLine(end.stdout.toString("utf8", 0, 4096));
  return unknown({ code: "rejected", words: words || `exit status ${end.exitCode}` });
}

function fromValeError(error: ValeError, context: FaultContext): ValeFault {
  const { where, words } = readText(error.Text);
  const named = operandNamed(error.Path === "" ? where : error.Path, context.asked);
  if (named !== undefined)
    return { kind: "file", operand: named, problem: fileFault(error, words) };
  const gone = /^argument '(?:\.\/)?(.*)' does not exist$/s.exec(words);
  const missing = gone === null ? undefined : operandNamed(gone[1] ?? "", context.asked);
  if (missing !== undefined)
    return { kind: "file", operand: missing, problem: { code: "vanished" } };
  const parser = where.startsWith("lint") ? /^(\S+) not found$/.exec(words)?.[1] : undefined;
  if (parser !== undefined) {
    return { kind: "parser", problem: { code: "parser-missing", parser, words } };
  }
  if (where === TEXT_PLACE) return unknown({ code: "bad-front-matter", words });
  if (error.Path !== "" || CONFIG_CONTEXTS.has(where) || words === BAD_PATTERN) {
    const place = error.Path === "" || error.Path === context.config ? "" : `${error.Path}: `;
    return {
      kind: "whole",
      problem: { code: "vale-config-broken", config: context.config, words: place + words },
    };
  }
  return unknown({ code: "rejected", words });
}

/** An error at a place inside a document can only come from its front matter; Vale gives others none. */
function fileFault(error: ValeError, words: string): FileProblem {
  return error.Code === "E201" ? { code: "bad-front-matter", words } : { code: "rejected", words };
}

function operandNamed(path: string, asked: ReadonlySet<string>): string | undefined {
  const name = path.startsWith("./") ? path.slice(2) : path;
  return !isAbsolute(name) && asked.has(name) ? name : undefined;
}

/** Takes `E100 [where] Runtime error`, words and closing line apart; of errors in one another the innermost. */
function readText(text: string): { where: string; words: string } {
  const body = text.replace(/\s*Execution stopped with code \d+\.\s*$/, "");
  const head = /^\s*E\d+ \[([^\]]*)\] Runtime error\n/.exec(body);
  if (head === null) return { where: "", words: withoutTrace(body) };
  const inner = readText(body.slice(head[0].length));
  return { where: inner.where === "" ? (head[1] ?? "") : inner.where, words: inner.words };
}

/** What a person can use of a program's words: of a trace the last line, of all else the whole. */
function withoutTrace(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const trace = lines.some((line) => /^(?:Traceback |goroutine \d|at .*:\d+)/.test(line));
  return trace ? (lines.at(-1) ?? "") : lines.join(" ");
}

function parseError(stderr: string): ValeError | undefined {
  const start = stderr.indexOf("{");
  if (start < 0) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(stderr.slice(start));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const parsed = v.safeParse(errorSchema, json);
  return parsed.success ? parsed.output : undefined;
}

function firstLine(text: string): string {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}

function notRunnable(context: FaultContext, words: string): ValeFault {
  return {
    kind: "whole",
    problem: { code: "vale-not-runnable", path: context.program, words: firstLine(words) },
  };
}

function unknown(problem: FileProblem): ValeFault {
  return { kind: "unknown", problem };
}
