import type { RelPath } from "../base/rel-path.ts";
import type { FileStamp } from "./file-stamp.ts";

/**
 * How a file differs from the last look, by its stamp alone. `racy`: the stamp is equal, but it is no
 * older than the look it was taken in, so that a later write could have kept it.
 */
export type Change =
  | { readonly kind: "added"; readonly path: RelPath; readonly stamp: FileStamp }
  | { readonly kind: "modified"; readonly path: RelPath; readonly stamp: FileStamp }
  | { readonly kind: "racy"; readonly path: RelPath; readonly stamp: FileStamp }
  | { readonly kind: "removed"; readonly path: RelPath };
