import type { SkipReason } from "../base/skip-reason.ts";

/** A path that was named and is not checked. */
export interface Skipped {
  /** Relative to the root; as it was named where it lies outside. */
  readonly path: string;
  readonly reason: SkipReason;
}

/** The reason as one line. */
export function skipWords(reason: SkipReason): string {
  switch (reason) {
    case "kind-not-supported":
      return "not a kind of file that is checked; extensions in .valehook.toml adds kinds that Vale is configured for.";
    case "excluded-folder":
      return "in a folder that is never entered.";
    case "excluded-by-configuration":
      return "left out by include or exclude in the settings.";
    case "not-regular-file":
      return "not a regular file.";
    case "symlink":
      return "a symbolic link; name the file that it leads to.";
    case "reached-through-symlink":
      return "behind a symbolic link; name the file by its real path.";
    case "outside-workspace":
      return "outside the workspace.";
    case "nested-repository":
      return "in a repository of its own; run valehook there.";
    case "no-vale-config":
      return "no Vale configuration applies here.";
    case "no-vale-section":
      return "no section of the Vale configuration turns a rule on here.";
    case "no-vale-rules":
      return "the Vale configuration turns no rule on.";
  }
}
