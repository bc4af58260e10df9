import type { Problem } from "./problem.ts";

/** Why Vale has nothing to say of a file. That is no fault of the check. */
export type NoRules = "no-vale-config" | "no-vale-section" | "no-vale-rules";

const noRules: ReadonlySet<string> = new Set<NoRules>([
  "no-vale-config",
  "no-vale-section",
  "no-vale-rules",
]);

/** Why a path that was named is not checked. */
export type SkipReason =
  | "kind-not-supported"
  | "excluded-folder"
  | "excluded-by-configuration"
  | "not-regular-file"
  | "symlink"
  | "reached-through-symlink"
  | "outside-workspace"
  | "nested-repository"
  | NoRules;

/** Whether a problem only says that Vale has no rules for what was to be checked. */
export function hasNoRules(
  problem: Problem,
): problem is Extract<Problem, { readonly code: NoRules }> {
  return noRules.has(problem.code);
}
