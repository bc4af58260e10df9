import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { programPath, runProgram, type ProgramResult } from "./hook-driver.ts";
import { stracePath } from "./strace.ts";
import { temporaryFolder, type TestWorkspace } from "./workspace.ts";

/** What one hook, with everything that it started, asked of the system. */
export interface TracedHook {
  readonly result: ProgramResult;
  /** The programs that ran, by name, in order; the first is Node itself. */
  readonly programs: readonly string[];
  /** Calls that change what is on disk, as strace prints them: files opened for writing, renamed, removed, made. */
  readonly changes: readonly string[];
  /** Paths of the files that were opened. */
  readonly opened: readonly string[];
}

const changing =
  `rename renameat renameat2 link linkat unlink unlinkat symlink symlinkat mkdir mkdirat
  rmdir chmod fchmod fchmodat chown fchown lchown fchownat utime utimes utimensat truncate ftruncate
  mknod mknodat`.split(/\s+/);
const opening = ["open", "openat", "openat2", "creat"];
const traced = ["execve", "execveat", ...changing, ...opening];

/** Runs the built hook on one event of Claude Code under strace, children included. */
export async function tracedHook(
  workspace: Pick<TestWorkspace, "root" | "env">,
  payload: object,
): Promise<TracedHook> {
  const log = join(temporaryFolder(), "calls");
  // An architecture may lack some of these calls: `?` lets strace pass over them.
  const calls = traced.map((name) => `?${name}`).join(",");
  const strace = ["-f", "-qq", "-y", "-s", "4096", "-e", `trace=${calls}`, "-e", "signal=none"];
  const result = await runProgram(
    stracePath(),
    [...strace, "-o", log, process.execPath, programPath(), "hook", "--client", "claude"],
    { cwd: workspace.root, env: workspace.env, input: JSON.stringify(payload) },
  );
  const lines = readFileSync(log, "utf8")
    .split("\n")
    .map((line) => /^\d+ +(\w+)\((.*)\) = [^-]/.exec(line))
    .flatMap((match) => (match === null ? [] : [{ name: match[1] ?? "", args: match[2] ?? "" }]));
  return {
    result,
    programs: lines
      .filter(({ name }) => name.startsWith("execve"))
      .map(({ args }) => basename(pathIn(args))),
    changes: lines
      .filter(({ name, args }) => changing.includes(name) || opensToWrite(name, args))
      .map(({ name, args }) => `${name}(${args})`),
    opened: lines.filter(({ name }) => opening.includes(name)).map(({ args }) => pathIn(args)),
  };
}

function pathIn(args: string): string {
  return /"([^"]*)"/.exec(args)?.[1] ?? "";
}

/** Devices, and a process's own pipes under /proc, are no files. */
function opensToWrite(name: string, args: string): boolean {
  if (!opening.includes(name) || /^\/(dev|proc)\//.test(pathIn(args))) return false;
  return name === "creat" || /O_(WRONLY|RDWR|CREAT|TRUNC|TMPFILE)/.test(args);
}
