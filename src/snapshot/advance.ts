import type { Change } from "./change.ts";
import type { Snapshot } from "./snapshot.ts";

/** A new snapshot and how it differs from the one before. */
export interface Advance {
  readonly next: Snapshot;
  readonly changes: readonly Change[];
}
