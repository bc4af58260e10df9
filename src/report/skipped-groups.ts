import { groupBy } from "../base/group-by.ts";
import type { ReportSkipped } from "./scan-report.ts";

/** Paths that were skipped for one reason. */
export interface SkippedGroup {
  readonly detail: string;
  /** Empty where the reason is that of the whole scan. */
  readonly paths: readonly string[];
}

/** What was skipped, by reason, in the order of the first of each. */
export function skippedGroups(skipped: readonly ReportSkipped[]): SkippedGroup[] {
  return [...groupBy(skipped, ({ detail }) => detail)].map(([detail, entries]) => ({
    detail,
    paths: entries.flatMap(({ path }) => (path === undefined ? [] : [path])),
  }));
}
