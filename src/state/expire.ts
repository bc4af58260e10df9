import { join } from "node:path";
import { deadlineIn } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { ownerOf } from "./checks-due.ts";
import { lastWrite } from "./list-sessions.ts";
import { loadSession } from "./load-session.ts";
import { folderLock } from "./lock.ts";
import { nodeStorage } from "./node-storage.ts";
import { mayBeAlive } from "./process-identity.ts";
import type { Session } from "./session.ts";
import { isUnfinished, unwritable, type Storage } from "./storage.ts";
import { isSessionFolderName, pathsOfSession, type SessionPaths } from "./store-paths.ts";
import { answersFile } from "./answer-store.ts";
import { verdictsFile } from "./verdict-store.ts";

/** What was removed from a state folder. */
export interface Expired {
  readonly sessions: number;
  /** Sessions that were old enough (or to be removed anyway), but are at work. */
  readonly inUse: number;
}

/**
 * Removes the state of sessions that were last written to 14 days ago, and what they left beside it.
 * `all`: of every session, and the remembered verdicts. A session that is at work is left alone, as is
 * one whose times lie in the future.
 * @param nowMs epoch milliseconds
 */
export async function expireSessions(
  stateFolder: string,
  options: { readonly nowMs: number; readonly all: boolean; readonly storage?: Storage },
): Promise<Result<Expired, StateProblem>> {
  const storage = options.storage ?? nodeStorage;
  const isOld = (writtenMs: number): boolean =>
    options.all || options.nowMs - writtenMs > limits.stateAgeMs;
  const names = await storage.list(stateFolder);
  if (!names.ok) return failure(unwritable(names.problem));
  const expired = { sessions: 0, inUse: 0 };
  for (const name of names.value.filter(isSessionFolderName)) {
    const paths = pathsOfSession(stateFolder, name);
    const ended = await removeSession(storage, paths, isOld);
    if (!ended.ok) return ended;
    const swept = await removeUnfinished(storage, paths.folder, options.nowMs);
    if (!swept.ok) return swept;
    if (ended.value === "removed") expired.sessions += 1;
    if (ended.value === "in-use") expired.inUse += 1;
  }
  const rest = await storage.list(stateFolder);
  if (!rest.ok) return failure(unwritable(rest.problem));
  for (const name of rest.value.filter(isLeftover(rest.value, options.all))) {
    const cleared = await removeOld(storage, join(stateFolder, name), isOld);
    if (!cleared.ok) return cleared;
  }
  return success(expired);
}

async function removeSession(
  storage: Storage,
  paths: SessionPaths,
  isOld: (writtenMs: number) => boolean,
): Promise<Result<"removed" | "in-use" | "kept", StateProblem>> {
  const before = await lastWrite(storage, paths);
  if (!before.ok) return before;
  if (!isOld(before.value)) return success("kept");
  const held = await folderLock(paths).acquire(deadlineIn(0));
  if (!held.ok) return held.problem.code === "state-busy" ? success("in-use") : held;
  try {
    // Somebody may have written to it before the lock was ours.
    const now = await lastWrite(storage, paths);
    if (!now.ok) return now;
    if (!isOld(now.value)) return success("kept");
    const loaded = await loadSession(storage, paths, () => Promise.resolve(false));
    if (!loaded.ok) return loaded;
    if (loaded.value.kind === "session" && isAtWork(loaded.value.session)) return success("in-use");
    const removed = await storage.remove(paths.folder);
    return removed.ok ? success("removed") : failure(unwritable(removed.problem));
  } finally {
    await held.value.release();
  }
}

function isAtWork(session: Session): boolean {
  return [...session.files.values()].some(({ check }) => {
    const owner = ownerOf(check);
    return owner !== undefined && mayBeAlive(owner);
  });
}

/** What lies beside sessions: set aside, or left by processes that ended in the middle. */
function isLeftover(names: readonly string[], all: boolean): (name: string) => boolean {
  const sessions = new Set(names.filter(isSessionFolderName));
  return (name) => {
    if (name === verdictsFile || name === answersFile) return all;
    const [, session, rest] = /^([0-9a-f]{32})\.(.+)$/.exec(name) ?? [];
    if (session === undefined || rest === undefined) return isUnfinished(name);
    const isLock = rest === "lock" || rest.startsWith("owner");
    // Even where all is to go, a lock without a session may be of one that is just starting.
    return isLock ? !all && !sessions.has(session) : true;
  };
}

/** Removes what processes that were killed while they wrote have left in a session that goes on. */
async function removeUnfinished(
  storage: Storage,
  folder: string,
  nowMs: number,
): Promise<Result<void, StateProblem>> {
  const names = await storage.list(folder);
  if (!names.ok) return failure(unwritable(names.problem));
  const isAbandoned = (writtenMs: number): boolean => nowMs - writtenMs > limits.unfinishedAgeMs;
  for (const name of names.value.filter(isUnfinished)) {
    const removed = await removeOld(storage, join(folder, name), isAbandoned);
    if (!removed.ok) return removed;
  }
  return success(undefined);
}

async function removeOld(
  storage: Storage,
  path: string,
  isOld: (writtenMs: number) => boolean,
): Promise<Result<void, StateProblem>> {
  const entry = await storage.entry(path);
  if (!entry.ok) return failure(unwritable(entry.problem));
  if (entry.value === undefined || !isOld(entry.value.mtimeMs)) return success(undefined);
  const removed = await storage.remove(path);
  return removed.ok ? removed : failure(unwritable(removed.problem));
}
