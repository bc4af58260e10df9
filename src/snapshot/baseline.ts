import type { Digest, DigestFormat } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import { rowFinder } from "./find-rows.ts";
import { isPresent, type Snapshot } from "./snapshot.ts";

/** A snapshot with the identity of each file's content. Never changes. */
export interface Baseline {
  readonly snapshot: Snapshot;
  readonly format: DigestFormat;
  /** One of {@link contentSource} a row. */
  readonly sources: Uint8Array;
  /** {@link digestBytes} a row; zeros where the content isn't known. */
  readonly digests: Uint8Array;
}

/** How a content was identified. */
export const contentSource = {
  /** Not at all: too large, not readable, or no time was left. */
  unknown: 0,
  /** By Git: the blob has the bytes, and can be read. */
  git: 1,
  /** By hashing the bytes: Git may not have them. */
  bytes: 2,
} as const;

/** What the baseline says of a file that was there. */
export type BaselineFile =
  | { readonly source: "git" | "bytes"; readonly digest: Digest }
  | { readonly source: "unknown" };

/** Length of a digest in bytes. */
export function digestBytes(format: DigestFormat): number {
  return format === "sha256" ? 32 : 20;
}

/** Looks files up in a baseline; `undefined` for one that wasn't there. Keep what it returns. */
export function baselineFiles(baseline: Baseline): (path: RelPath) => BaselineFile | undefined {
  const rowOf = rowFinder(baseline.snapshot);
  return (path) => {
    const row = rowOf(path);
    if (row === undefined || !isPresent(baseline.snapshot, row)) return undefined;
    return baselineFileAt(baseline, row);
  };
}

function baselineFileAt(baseline: Baseline, row: number): BaselineFile {
  const source = baseline.sources[row];
  if (source !== contentSource.git && source !== contentSource.bytes) return { source: "unknown" };
  const length = digestBytes(baseline.format);
  const { buffer, byteOffset } = baseline.digests;
  const digest = Buffer.from(buffer, byteOffset + row * length, length).toString("hex") as Digest;
  return { source: source === contentSource.git ? "git" : "bytes", digest };
}
