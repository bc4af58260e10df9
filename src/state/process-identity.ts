import { readFileSync, readlinkSync } from "node:fs";
import type { CheckOwner } from "./session.ts";
import { systemErrorCode } from "../base/errno.ts";

/**
 * `alive`: that very process runs. `gone`: it doesn't. `perhaps`: a process of that id may run, but
 * this platform (or another PID namespace) doesn't let us tell whether it is the same.
 */
export type ProcessState = "alive" | "gone" | "perhaps";

/**
 * This process, for others to recognise. On Linux `startTime` is the start in clock ticks since boot
 * (field 22 of `/proc/<pid>/stat`, proc(5)) with the boot's id and the PID namespace. Elsewhere
 * no file tells another process's start, so it is `-` and only the id counts.
 */
export function ownIdentity(): CheckOwner {
  own ??= { pid: process.pid, startTime: linuxStartTime(process.pid) ?? "-" };
  return own;
}

let own: CheckOwner | undefined;

/** What became of a process that wrote its {@link ownIdentity} down. */
export function processState(owner: CheckOwner): ProcessState {
  const [ticks, boot, namespace] = owner.startTime.split("/");
  const [, ownBoot, ownNamespace] = ownIdentity().startTime.split("/");
  if (ticks === "-" || ownBoot === undefined) return hasProcess(owner.pid) ? "perhaps" : "gone";
  if (boot !== ownBoot) return "gone";
  if (namespace !== ownNamespace) return "perhaps";
  return linuxStartTime(owner.pid) === owner.startTime ? "alive" : "gone";
}

/** Whether an owner may still be at work: the question of who takes over a pending file. */
export function mayBeAlive(owner: CheckOwner): boolean {
  return processState(owner) !== "gone";
}

/** Undefined where no such process runs (a zombie doesn't), or outside Linux. */
function linuxStartTime(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in parentheses may hold spaces and parentheses; what follows the last one doesn't.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  const ticks = fields[19];
  if (ticks === undefined || state === "Z" || state === "X") return undefined;
  return `${ticks}/${bootId()}/${pidNamespace()}`;
}

function bootId(): string {
  return readProc("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "";
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return "";
    throw error;
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    const errno = systemErrorCode(error);
    if (errno === undefined) throw error;
    return errno === "EPERM";
  }
}
