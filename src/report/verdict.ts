import type { Problem } from "../base/problem.ts";
import { hasNoRules } from "../base/skip-reason.ts";
import type { Verdict } from "../base/verdict.ts";
import type { Outcome } from "../vale/outcome.ts";

/**
 * How a whole check ended. Whatever could not be checked makes it `incomplete`, also beside findings. `skipped` is
 * said only where Vale has rules for none of it; a file that it has none for is no fault beside
 * others that it has some for.
 *
 * @param problems what went wrong outside any one file
 */
export function verdictOf(
  outcomes: readonly Outcome[],
  problems: readonly Problem[] = [],
): Verdict {
  const unchecked = outcomes.filter((outcome) => outcome.kind === "unchecked");
  const faults = [...problems, ...unchecked.map(({ problem }) => problem)];
  const real = faults.filter((problem) => !hasNoRules(problem));
  if (real.length > 0) return "incomplete";
  const checked = outcomes.filter((outcome) => outcome.kind === "checked");
  if (checked.some((outcome) => outcome.findings.length > 0)) return "findings";
  return faults.length > 0 && checked.length === 0 ? "skipped" : "clean";
}
