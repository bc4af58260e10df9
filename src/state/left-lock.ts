import { readFile, rename, rmdir, stat, unlink } from "node:fs/promises";
import { limits } from "../base/limits.ts";
import { parseOwner, type LockFolder } from "./lock-owner.ts";
import { processState } from "./process-identity.ts";
import type { SessionPaths } from "./store-paths.ts";
import { unless } from "./system-error.ts";

/**
 * A check for a lock that its owner has left, to be repeated while one waits for it. It breaks the lock at
 * once where the owner is known to be gone, and after {@link limits.staleLockMs} of standstill where that
 * can't be told (its record is missing, or the platform tells nothing). A lock whose owner is known
 * to live is left to proper-lockfile's own rule. True: the lock may be free now.
 */
export function leftLockBreaker(paths: SessionPaths): () => Promise<boolean> {
  const standstill = standstillWatch(paths);
  return async () => {
    const seen = await standstill();
    if (seen === undefined) return true;
    const record = await absentOr(() => readFile(paths.lockOwner));
    const owner = record === undefined ? undefined : parseOwner(record, seen);
    const state = owner === undefined ? "perhaps" : processState(owner);
    if (state === "alive") return false;
    if (state === "gone" && record !== undefined) return await breakRecorded(paths, record);
    return seen.stoodMs >= limits.staleLockMs && (await removeLock(paths));
  };
}

/**
 * Only the one that gets the dead owner's record away may remove its lock: of two that saw it, the slower
 * one would else remove the lock that the faster one has just taken.
 */
async function breakRecorded(paths: SessionPaths, record: Buffer): Promise<boolean> {
  const away = `${paths.lockOwner}.${process.pid}`;
  const renamed = await absentOr(async () => {
    await rename(paths.lockOwner, away);
    return true;
  });
  if (renamed === undefined) return true;
  const taken = await absentOr(() => readFile(away));
  if (taken !== undefined && !taken.equals(record)) {
    await absentOr(() => rename(away, paths.lockOwner));
    return true;
  }
  await absentOr(() => unlink(away));
  return await removeLock(paths);
}

async function removeLock(paths: SessionPaths): Promise<boolean> {
  await absentOr(() => rmdir(paths.lock));
  return true;
}

/** Measures for how long a lock wasn't refreshed, by the monotonic clock and not by what its times claim. */
function standstillWatch(
  paths: SessionPaths,
): () => Promise<(LockFolder & { readonly stoodMs: number }) | undefined> {
  let last = "";
  let since = 0;
  return async () => {
    const found = await absentOr(() => stat(paths.lock, { bigint: true }));
    if (found === undefined) return undefined;
    const { ino, birthtimeNs, mtimeNs } = found;
    const now = `${ino} ${birthtimeNs} ${mtimeNs}`;
    if (now !== last) since = performance.now();
    last = now;
    return { ino, birthtimeNs, stoodMs: performance.now() - since };
  };
}

function absentOr<T>(action: () => Promise<T>): Promise<T | undefined> {
  return unless(["ENOENT"], action);
}
