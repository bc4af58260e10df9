/** Why a path that was named is not to be checked. */
export type SkipReason =
  | "kind-not-supported"
  | "not-a-regular-file"
  | "outside-workspace"
  | "no-vale-config";

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
    case "not-a-regular-file":
      return "not a regular file.";
    case "outside-workspace":
      return "outside the workspace.";
    case "no-vale-config":
      return "no Vale configuration applies to it.";
  }
}
