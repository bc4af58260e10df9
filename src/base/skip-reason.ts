/** Why a path that was named is not checked. */
export type SkipReason =
  | "kind-not-supported"
  | "excluded-folder"
  | "excluded-by-configuration"
  | "not-regular-file"
  | "symlink"
  | "reached-through-symlink"
  | "outside-workspace"
  | "no-vale-config";
