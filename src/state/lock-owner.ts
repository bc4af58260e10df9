import { ownIdentity } from "./process-identity.ts";
import type { CheckOwner } from "./session.ts";

/** Tells one lock folder from the next of the same name. */
export interface LockFolder {
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
}

/**
 * The record of this process as the owner of a lock. A record that was cut short, or that is about an
 * earlier lock, is none.
 */
export function encodeOwner(lock: LockFolder): string {
  const { pid, startTime } = ownIdentity();
  return `${pid} ${startTime} ${lock.ino} ${lock.birthtimeNs}\n`;
}

export function parseOwner(record: Buffer, lock: LockFolder): CheckOwner | undefined {
  const match = /^(\d{1,15}) (\S+) (\d+) (\d+)\n$/.exec(record.toString("latin1"));
  const [, pid, startTime, ino, birthtimeNs] = match ?? [];
  if (startTime === undefined) return undefined;
  if (ino !== String(lock.ino) || birthtimeNs !== String(lock.birthtimeNs)) return undefined;
  return { pid: Number(pid), startTime };
}
