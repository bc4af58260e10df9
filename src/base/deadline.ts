/** A point on the monotonic clock by which work must have ended. */
export interface Deadline {
  /** Milliseconds left, never below 0. */
  remainingMs(): number;
  /** A deadline at most `ms` milliseconds from now and no later than this one. */
  within(ms: number): Deadline;
}

/** A deadline `ms` milliseconds from now. `now` returns milliseconds of a clock that never steps back. */
export function deadlineIn(ms: number, now: () => number = () => performance.now()): Deadline {
  return deadlineAt(now() + ms, now);
}

function deadlineAt(endMs: number, now: () => number): Deadline {
  return {
    remainingMs: () => Math.max(0, endMs - now()),
    within: (ms) => deadlineAt(Math.min(endMs, now() + ms), now),
  };
}
