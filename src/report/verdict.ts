import type { Problem } from "../base/problem.ts";
import type { Verdict } from "../base/verdict.ts";
import type { Outcome } from "../vale/outcome.ts";

/**
 * How a whole check ended. Whatever could not be checked makes it `incomplete`, also beside findings. `skipped` is
 * said only where no Vale configuration applies to anything; a file without one is no fault beside
 * others that have one.
 *
 * @param problems what went wrong outside any one file
 */
export function verdictOf(
  outcomes: readonly Outcome[],
  problems: readonly Problem[] = [],
): Verdict {
  const unchecked = outcomes.filter((outcome) => outcome.kind === "unchecked");
  const faults = [...problems, ...unchecked.map(({ problem }) => problem)];
  const real = faults.filter((problem) => problem.code !== "no-vale-config");
  if (real.length > 0) return "incomplete";
  const checked = outcomes.filter((outcome) => outcome.kind === "checked");
  if (checked.some((outcome) => outcome.findings.length > 0)) return "findings";
  return faults.length > 0 && checked.length === 0 ? "skipped" : "clean";
}
