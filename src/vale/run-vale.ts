import { totalmem } from "node:os";
import { constants } from "node:buffer";
import type { ChildProcess } from "node:child_process";
import { spawn } from "cross-spawn";
import type { Deadline } from "../base/deadline.ts";
import { errnoOf } from "../base/errno.ts";
import { failure, success, type Result } from "../base/result.ts";
import { lifelineFor } from "./lifeline.ts";
import { hasProcessGroups, killGroup, tieGroup } from "./live-groups.ts";

export interface ValeRun {
  /** Absolute path of the executable. */
  readonly program: string;
  readonly args: readonly string[];
  /** Working folder, absolute. */
  readonly folder: string;
  /** Text for its standard input, which is closed otherwise. */
  readonly input?: Buffer | undefined;
  /** The run and all it started is ended when this is up. */
  readonly deadline: Deadline;
  readonly signal?: AbortSignal | undefined;
  /** Default: this process's own. */
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** How a run ended. Output that is of no use any more (after a kill) may be partial. */
export interface ValeEnd {
  readonly cause: "exit" | "time" | "ended" | "overflow" | "not-started";
  /** Absent when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: Buffer;
  /** The first 64 KiB. */
  readonly stderr: string;
  /** Why it could not be started; empty else. */
  readonly startError: string;
  readonly ms: number;
}

const STDERR_BYTES = 64 * 1024;
/** Answers are held until they are whole: a share of the machine's memory, and what one string can hold. */
const STDOUT_BYTES = Math.min(
  constants.MAX_STRING_LENGTH,
  Math.max(64 * 1024 * 1024, Math.floor(totalmem() / 16)),
);
/** The longest time that a timer of Node can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts Vale without a shell in a process group of its own and waits for its end. At the deadline, on
 * abort, or when it answers more than memory should hold, the whole group is ended. Never rejects for
 * what Vale does.
 */
export async function runVale(run: ValeRun): Promise<ValeEnd> {
  const startedMs = performance.now();
  const budgetMs = Math.min(run.deadline.remainingMs(), LONGEST_TIMER_MS);
  const lifeline = lifelineFor(run.program, run.args, budgetMs);
  const started = startChild(lifeline.file, lifeline.args, run);
  if (!started.ok) return notStarted(started.problem, startedMs);
  const child = started.value;
  const leader = child.pid;
  let cause: ValeEnd["cause"] = leader === undefined ? "not-started" : "exit";
  const letGo = leader === undefined ? [] : [tieGroup(leader), lifeline.guard(leader).release];
  const end = (why: ValeEnd["cause"]): void => {
    if (leader === undefined || cause !== "exit") return;
    cause = why;
    killGroup(leader);
  };
  const abort = (): void => end("ended");
  const timer = setTimeout(() => end("time"), budgetMs);
  run.signal?.addEventListener("abort", abort, { once: true });
  if (run.signal?.aborted === true) abort();
  // What Vale started may hold its output open after it has ended.
  if (leader !== undefined && hasProcessGroups) child.once("exit", () => killGroup(leader));
  const ended = endOf(child);
  const stdout = collect(child.stdout, STDOUT_BYTES, () => end("overflow"));
  const stderr = collect(child.stderr, STDERR_BYTES, () => undefined);
  try {
    const { code, signal, startError } = await ended;
    return {
      cause,
      exitCode: code ?? undefined,
      signal: signal ?? undefined,
      stdout: Buffer.concat(stdout),
      stderr: Buffer.concat(stderr).toString("utf8"),
      startError,
      ms: performance.now() - startedMs,
    };
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener("abort", abort);
    for (const release of letGo) release();
  }
}

/** Some failures to start are thrown (arguments that are too long), others are told by the child (`ENOENT`). */
function startChild(
  file: string,
  args: readonly string[],
  { folder, env = process.env, input }: ValeRun,
): Result<ChildProcess, string> {
  let child: ChildProcess;
  try {
    child = spawn(file, [...args], {
      cwd: folder,
      env: childEnvironment(env),
      detached: hasProcessGroups,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    errnoOf(error);
    return failure(error instanceof Error ? error.message : String(error));
  }
  // A child that ends before it has read all of it says so by how it ends.
  child.stdin?.on("error", errnoOf);
  child.stdin?.end(input);
  return success(child);
}

interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started; empty else. */
  readonly startError: string;
}

/** The end of a child and of its output. */
function endOf(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, startError: message });
    });
    child.once("close", (code, signal) => resolve({ code, signal, startError: "" }));
  });
}

function notStarted(startError: string, startedMs: number): ValeEnd {
  return {
    cause: "not-started",
    exitCode: undefined,
    signal: undefined,
    stdout: Buffer.alloc(0),
    stderr: "",
    startError,
    ms: performance.now() - startedMs,
  };
}

/** Words of a name by which a secret is told: `GITHUB_TOKEN`, `AWS_SECRET_ACCESS_KEY`, `PGPASSWORD`. */
const SECRET =
  /(?:^|_)(?:API|AUTH|CREDENTIALS?|KEYS?|PASS|PASSPHRASE|PAT|PRIVATE|SECRETS?|TOKENS?)(?:_|$)|PASSWO?R?D|APIKEY/i;

/**
 * The caller's environment but for what would let another configuration in than the one that is passed, and
 * but for secrets: Vale, its parsers and the styles that a workspace brings along have no use for them.
 * Vale ends after a few seconds: collecting its garbage less often saves a tenth of its time for a third
 * more memory (60 → 86 MB for 50 pages).
 */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => name !== "VALE_CONFIG_PATH" && !SECRET.test(name),
  );
  return { GOGC: "400", ...Object.fromEntries(kept) };
}

/** Chunks of a stream up to a number of bytes; what is beyond is read and dropped, and told once. */
function collect(
  stream: NodeJS.ReadableStream | null,
  maxBytes: number,
  onOverflow: () => void,
): Buffer[] {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (bytes >= maxBytes) return;
    const room = maxBytes - bytes;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) onOverflow();
  });
  return chunks;
}
