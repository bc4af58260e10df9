import type { Problem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Outcome } from "./outcome.ts";

/** The outcomes of a check as they come in: one a file, and `not-reached` for those that never got one. */
export class OutcomeLedger {
  readonly #paths: readonly RelPath[];
  readonly #outcomes = new Map<RelPath, Outcome>();
  readonly #onProgress: ((done: number, total: number) => void) | undefined;

  constructor(
    paths: readonly RelPath[],
    onProgress: ((done: number, total: number) => void) | undefined,
  ) {
    this.#paths = paths;
    this.#onProgress = onProgress;
  }

  settle(outcome: Outcome): void {
    if (this.#outcomes.has(outcome.path)) throw new Error(`${outcome.path} was settled twice`);
    this.#outcomes.set(outcome.path, outcome);
    this.#onProgress?.(this.#outcomes.size, this.#paths.length);
  }

  fail(path: RelPath, problem: Problem): void {
    this.settle({ kind: "unchecked", path, problem });
  }

  /** In the order asked. */
  outcomes(): Outcome[] {
    return this.#paths.map(
      (path) =>
        this.#outcomes.get(path) ?? { kind: "unchecked", path, problem: { code: "not-reached" } },
    );
  }
}
