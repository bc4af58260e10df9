import { spawnSync } from "node:child_process";
import { systemErrorCode } from "../base/errno.ts";
import { endTreeCommand } from "./end-tree.ts";

/** Process groups that this process started and that have not ended yet, by the id of their leader. */
const live = new Set<number>();

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Whether the platform has process groups, which outlive their leader; Windows only knows who started whom. */
export const hasProcessGroups = process.platform !== "win32";

/**
 * Ends a process group with everything in it; on Windows a process with all that it started. One that has ended already
 * is no error.
 */
export function killGroup(leader: number): void {
  if (!hasProcessGroups) {
    const { file, args } = endTreeCommand(leader, process.env);
    spawnSync(file, args, { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/**
 * Ties a process group to this process until the function that is returned is called: should this
 * process end or be ended by a signal meanwhile, the group is ended first. Against SIGKILL, which no
 * process sees, `lifeline.ts` stands.
 */
export function tieGroup(leader: number): () => void {
  if (live.size === 0) listen();
  live.add(leader);
  return () => {
    live.delete(leader);
    if (live.size === 0) unlisten();
  };
}

function listen(): void {
  process.on("exit", killAll);
  for (const signal of ENDING_SIGNALS) process.on(signal, endBySignal);
}

function unlisten(): void {
  process.off("exit", killAll);
  for (const signal of ENDING_SIGNALS) process.off(signal, endBySignal);
}

function killAll(): void {
  for (const leader of live) killGroup(leader);
}

/** Where nobody else listens for the signal, it takes its usual effect once the groups are gone. */
function endBySignal(signal: NodeJS.Signals): void {
  killAll();
  if (process.listenerCount(signal) > 1) return;
  unlisten();
  process.kill(process.pid, signal);
}

/** EPERM is what some systems answer for a group of which only a zombie is left. */
function isGone(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === "ESRCH" || code === "EPERM";
}
