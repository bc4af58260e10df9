import type { Session } from "./session.ts";
import type { SetAside } from "./set-aside.ts";

/** What a step finds: the state as it is while the lock is held. */
export interface StepInput {
  /** Undefined where the session has no baseline (yet, or any more). */
  readonly session: Session | undefined;
  /** State of this session that was set aside or found deleted, and that the session wasn't told of yet. */
  readonly asides: readonly SetAside[];
}

/** What a step wants: closed, so that nothing else can happen to the state. */
export type Step<T> =
  /** Nothing changes. */
  | { readonly kind: "keep"; readonly value: T }
  /** The session goes on. `current`: the snapshot of the look that it has taken in. */
  | {
      readonly kind: "save";
      readonly session: Session;
      readonly current?: Buffer;
      readonly value: T;
    }
  /** The session starts; only where there is none. The baseline is the first `current`, too. */
  | {
      readonly kind: "start";
      readonly session: Session;
      readonly baseline: Buffer;
      readonly baselineLines?: Buffer;
      readonly value: T;
    }
  /** A file that only the caller can read is bad: the state is set aside, and the step is asked again. */
  | { readonly kind: "bad-file"; readonly file: StateFile; readonly cause: "damaged" | "version" };

/** The files of a session whose content the store doesn't know. */
export type StateFile = "baseline" | "baselineLines" | "current";
