/** The tools whose edits `guard = "deny"` can refuse: those whose input names the files. Quiet path. */
export const guardedTools: ReadonlySet<unknown> = new Set([
  "Edit",
  "Write",
  "MultiEdit",
  "apply_patch",
]);
