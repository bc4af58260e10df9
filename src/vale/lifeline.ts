import { existsSync } from "node:fs";
import { spawn } from "node:child_process";
import { endTreeCommand } from "./end-tree.ts";
import { hasProcessGroups } from "./live-groups.ts";

/** How a run is kept from outliving its time even if valehook is ended by SIGKILL. */
export interface Lifeline {
  /** What is really started. */
  readonly file: string;
  readonly args: readonly string[];
  /** To be called with the leader of the group once it runs. */
  readonly guard: (leader: number) => Guard;
}

/** What stands by while a group runs. */
export interface Guard {
  /** The group has ended: nothing is to be done. */
  readonly release: () => void;
  /** What happens when this process dies: the group is ended. */
  readonly abandon: () => void;
}

const TIMEOUT_PROGRAMS = ["/usr/bin/timeout", "/bin/timeout"] as const;

/** Ends a process group as soon as standard input, held by the process that started it, is closed. */
const WATCHDOG = `process.stdin.on("close", () => { try { process.kill(-Number(process.argv[1]), "SIGKILL"); } catch {} }).resume();`;

/** The same by the command of its arguments, where there are no process groups. */
const COMMAND_WATCHDOG = `process.stdin.on("close", () => require("node:child_process").spawnSync(process.argv[1], process.argv.slice(2), { windowsHide: true })).resume();`;

/** Found once a process; empty where there is none. */
const timeoutProgram = TIMEOUT_PROGRAMS.find((path) => existsSync(path)) ?? "";

/**
 * How to start a program so that its group lives no longer than `ms` milliseconds, whatever becomes of
 * this process. The system's `timeout` (GNU, BusyBox) costs one to three milliseconds. It makes the whole
 * group end; a second is added, so that our own clock always comes first and tells what happened. Where
 * there is none (macOS, Windows), a small Node process ends the group once this process is gone.
 */
export function lifelineFor(
  program: string,
  args: readonly string[],
  ms: number,
  timeout: string = timeoutProgram,
): Lifeline {
  if (timeout !== "") {
    const seconds = String(Math.ceil(ms / 1000) + 1);
    return {
      file: timeout,
      args: ["-s", "KILL", seconds, program, ...args],
      guard: () => ({ release: () => undefined, abandon: () => undefined }),
    };
  }
  return { file: program, args, guard: startWatchdog };
}

function startWatchdog(leader: number): Guard {
  const watchdog = spawn(process.execPath, ["-e", ...watchdogArguments(leader)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    windowsHide: true,
    // Windows starts no program without it.
    env: hasProcessGroups ? {} : { SystemRoot: process.env["SystemRoot"] },
  });
  watchdog.unref();
  return {
    release: () => {
      watchdog.kill("SIGKILL");
    },
    abandon: () => {
      watchdog.stdin.destroy();
    },
  };
}

function watchdogArguments(leader: number): readonly string[] {
  if (hasProcessGroups) return [WATCHDOG, String(leader)];
  const { file, args } = endTreeCommand(leader, process.env);
  return [COMMAND_WATCHDOG, file, ...args];
}
