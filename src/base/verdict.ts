/** How a check ends. What could not be checked is never counted as clean. */
export type Verdict = "clean" | "findings" | "incomplete" | "skipped";
