import { lock as takeFolder } from "proper-lockfile";
import { stat, unlink, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deadline } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { leftLockBreaker } from "./left-lock.ts";
import { encodeOwner } from "./lock-owner.ts";
import type { SessionPaths } from "./store-paths.ts";
import { systemErrorCode } from "../base/errno.ts";
import { codeOf, unless } from "./system-error.ts";

/** A lock that is held by this process until it is released. */
export interface HeldLock {
  /** Whether another process has taken it over, because this one didn't refresh it in time. */
  isLost(): boolean;
  /** A lock that can't be removed is no fault: the next one finds its owner gone. */
  release(): Promise<void>;
}

/** The lock of one session, as a port. */
export interface SessionLock {
  /**
   * Waits for the lock until the deadline. Problems: `state-busy`, `state-unwritable`. A lock that a dead
   * process left is broken, see `left-lock.ts`. Two may hold the lock for a moment when one was stopped
   * for long; the store's generations make that harmless.
   */
  acquire(deadline: Deadline): Promise<Result<HeldLock, StateProblem>>;
}

/** Milliseconds between two looks at a lock that another holds; spread, so that waiters don't keep step. */
const poll = { leastMs: 10, spreadMs: 20 };

/**
 * The lock in the state folder: proper-lockfile's folder, which it refreshes each second and removes when
 * this process exits or is ended by a signal, and beside it a record of its owner, so that a lock whose
 * owner was killed costs nearly nothing.
 */
export function folderLock(paths: SessionPaths): SessionLock {
  return {
    acquire: async (deadline) => {
      const startedAt = performance.now();
      const breakIfLeft = leftLockBreaker(paths);
      for (;;) {
        const tried = await tryTake(paths, breakIfLeft);
        if (typeof tried !== "string") return tried;
        const left = deadline.remainingMs();
        if (left === 0) {
          const waitedMs = Math.round(performance.now() - startedAt);
          return failure({ code: "state-busy", waitedMs });
        }
        if (tried === "held") {
          await sleep(Math.min(left, poll.leastMs + Math.random() * poll.spreadMs));
        }
      }
    },
  };
}

/** `held`: by another. `left`: it was, and may be free now. */
async function tryTake(
  paths: SessionPaths,
  breakIfLeft: () => Promise<boolean>,
): Promise<Result<HeldLock, StateProblem> | "held" | "left"> {
  try {
    return success(await take(paths));
  } catch (error) {
    if (codeOf(error) !== "ELOCKED") return unwritableLock(paths, error);
  }
  try {
    return (await breakIfLeft()) ? "left" : "held";
  } catch (error) {
    return unwritableLock(paths, error);
  }
}

function unwritableLock(paths: SessionPaths, error: unknown): Result<never, StateProblem> {
  const errno = systemErrorCode(error);
  if (errno === undefined) throw error;
  return failure({ code: "state-unwritable", path: paths.lock, errno });
}

async function take(paths: SessionPaths): Promise<HeldLock> {
  let lost = false;
  const release = await takeFolder(paths.folder, {
    lockfilePath: paths.lock,
    realpath: false,
    stale: limits.hungLockMs,
    update: 1_000,
    // The default throws from a timer.
    onCompromised: () => {
      lost = true;
    },
  });
  try {
    const folder = await stat(paths.lock, { bigint: true });
    await writeFile(paths.lockOwner, encodeOwner(folder), { mode: 0o600 });
  } catch (error) {
    await unless(alreadyFree, release);
    throw error;
  }
  return {
    isLost: () => lost,
    release: async () => {
      if (lost) return;
      await unless(["ENOENT", "EROFS", "EACCES", "EPERM"], () => unlink(paths.lockOwner));
      await unless(alreadyFree, release);
    },
  };
}

/** Codes of a release that finds nothing to release, or may not. */
const alreadyFree = ["ERELEASED", "ENOTACQUIRED", "EROFS", "EACCES", "EPERM"];
