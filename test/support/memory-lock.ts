import { success } from "../../src/base/result.ts";
import type { HeldLock, SessionLock } from "../../src/state/lock.ts";

/** A process of a test: what it holds is free again once it was killed. */
export interface FakeProcess {
  killed: boolean;
}

/** One lock that any number of fake processes share. */
export class SharedLock {
  #holder: FakeProcess | undefined;

  /**
   * @param pause waits for this process's next turn
   * @param mayTakeOver whether the lock is to be taken from a holder that is alive but was stopped for
   *   too long; the holder isn't told
   */
  of(
    process: FakeProcess,
    pause: () => Promise<void>,
    mayTakeOver: () => boolean = () => false,
  ): SessionLock {
    return {
      acquire: async () => {
        for (;;) {
          await pause();
          const holder = this.#holder;
          if (holder === undefined || holder.killed || mayTakeOver()) break;
        }
        this.#holder = process;
        return success(this.#held(process));
      },
    };
  }

  #held(process: FakeProcess): HeldLock {
    return {
      isLost: () => false,
      release: () => {
        if (!process.killed && this.#holder === process) this.#holder = undefined;
        return Promise.resolve();
      },
    };
  }
}

/** A lock that is always free. */
export function freeLock(): SessionLock {
  return new SharedLock().of({ killed: false }, () => Promise.resolve());
}
