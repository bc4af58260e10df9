import type { Problem } from "./problem.ts";

/** An expected outcome: a value, or the {@link Problem} that stood in its way. A throw is a bug. */
export type Result<T, P = Problem> = Success<T> | Failure<P>;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure<P = Problem> {
  readonly ok: false;
  readonly problem: P;
}

export function success<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function failure<P>(problem: P): Failure<P> {
  return { ok: false, problem };
}
