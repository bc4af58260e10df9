import type { Unchecked } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Finding } from "./finding.ts";

/** What became of one file that was to be checked: exactly one of these for each file asked. */
export type Outcome = Checked | ({ readonly kind: "unchecked" } & Unchecked);

export interface Checked {
  readonly kind: "checked";
  readonly path: RelPath;
  /** Sorted by `compareFindings`; empty = clean. */
  readonly findings: readonly Finding[];
  /** From the remembered verdicts; Vale wasn't started for it. */
  readonly cached: boolean;
}
