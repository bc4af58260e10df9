import type { AnswerTo } from "../clients/answers.ts";
import type { EventKind } from "../clients/event-kind.ts";

/** An answer, and what is to be remembered once it was written: nothing counts as told before. */
export interface Reply<Kind extends EventKind> {
  readonly answer: AnswerTo<Kind>;
  readonly afterWritten: () => Promise<void>;
}

/** A reply that leaves nothing to remember. */
export function reply<Kind extends EventKind>(answer: AnswerTo<Kind>): Reply<Kind> {
  return { answer, afterWritten: () => Promise.resolve() };
}
