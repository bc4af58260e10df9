import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { FileStamp } from "../snapshot/file-stamp.ts";
import type { Session } from "./session.ts";

/** A difference from the last look that the content has confirmed. */
export type ConfirmedChange =
  | {
      readonly kind: "present";
      readonly path: RelPath;
      readonly digest: Digest;
      readonly stamp: FileStamp;
    }
  /** `ino`: of the file that was there, from the last look; it tells a rename that also edited. */
  | { readonly kind: "removed"; readonly path: RelPath; readonly ino: bigint | undefined };

/** One look at the workspace, confirmed. At most one change a path; their order means nothing. */
export interface Look {
  readonly changes: readonly ConfirmedChange[];
  /** Digest of a path's content at the baseline; undefined where there was no such file. */
  readonly baseline: (path: RelPath) => Digest | undefined;
  /** New paths whose text is mostly that of a removed one, by new path: a rename that also edited. */
  readonly alike?: ReadonlyMap<RelPath, RelPath>;
}

export type Present = Extract<ConfirmedChange, { kind: "present" }>;
export type Removed = Extract<ConfirmedChange, { kind: "removed" }>;

/** The content that a path is compared with: what Git brought in counts as if it had always been there. */
export function baselineDigest(
  session: Session,
  look: Pick<Look, "baseline">,
  path: RelPath,
): Digest | undefined {
  return session.fromGit.get(path) ?? look.baseline(path);
}

/**
 * Whether a path owes nothing with a content: it had it at the baseline, or Git brought it there since. The first
 * stays true whatever Git brought in between.
 */
export function isBaselineContent(
  session: Session,
  look: Pick<Look, "baseline">,
  path: RelPath,
  digest: Digest,
): boolean {
  return session.fromGit.get(path) === digest || look.baseline(path) === digest;
}
