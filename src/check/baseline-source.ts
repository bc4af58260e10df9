import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";

/** What is known of one file as it was when the comparison starts. */
export type FileBaseline =
  /** Its bytes; `path` is the name it had then. */
  | {
      readonly kind: "text";
      readonly path: RelPath;
      readonly bytes: Buffer;
      readonly digest: Digest;
    }
  /** Digests of its lines, as `lineDigest` makes them. */
  | { readonly kind: "line-digests"; readonly digests: readonly string[] }
  /** There was no such file. */
  | { readonly kind: "absent" }
  /** It can't be told. */
  | { readonly kind: "unknown" };

/** Tells what a file was when the comparison starts: a session's baseline, or a commit. */
export type BaselineSource = (path: RelPath) => Promise<FileBaseline>;
