import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** How one valehook process ended and what it wrote. */
export interface ProgramResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whole stdin; without it stdin is closed at once. */
  readonly input?: string | Uint8Array;
  /** Command and arguments that start the program instead of this process: `setpriv …`. */
  readonly through?: readonly string[];
  /** Called with the process as soon as it runs, for tests that kill it. */
  readonly onStart?: (pid: number) => void;
}

/** The built program. Absent, the test fails and says how to build it. */
export function programPath(): string {
  const path =
    process.env["VALEHOOK_TEST_PROGRAM"] ??
    fileURLToPath(new URL("../../dist/valehook.cjs", import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is not there: run npm run build`);
  return path;
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

/** Runs any program to its end; never throws for an exit code. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProgramResult> {
  const child = spawn(command, args, { cwd: options.cwd, env: options.env });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  if (child.pid !== undefined) options.onStart?.(child.pid);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.stdin.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") reject(error);
    });
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout: textOf(stdout), stderr: textOf(stderr) });
    });
    child.stdin.end(options.input);
  });
}

/** Runs the built valehook with these arguments. */
export async function runValehook(
  args: readonly string[],
  options: RunOptions,
): Promise<ProgramResult> {
  const [command, ...before] = [...(options.through ?? []), process.execPath];
  return runProgram(command, [...before, programPath(), ...args], options);
}
