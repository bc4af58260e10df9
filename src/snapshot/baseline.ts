import type { Digest, DigestFormat } from "../base/digest.ts";
import { relPathBytes, type RelPath } from "../base/rel-path.ts";
import { entryCount, entryNames, isPresent, type Snapshot } from "./snapshot.ts";

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

/** Looks files up in a baseline; `undefined` for one that wasn't there. */
export function baselineFiles(baseline: Baseline): (path: RelPath) => BaselineFile | undefined {
  const { snapshot } = baseline;
  let asked = 0;
  let rows: ReadonlyMap<RelPath, number> | undefined;
  return (path) => {
    asked += 1;
    if (asked > SEARCHED) rows ??= rowIndex(snapshot);
    const row = rows === undefined ? findRow(snapshot, path) : rows.get(path);
    if (row === undefined || !isPresent(snapshot, row)) return undefined;
    return baselineFileAt(baseline, row);
  };
}

/** Lookups up to which the listing is searched, for an index of 20,000 names costs as much as these. */
const SEARCHED = 24;

function rowIndex(snapshot: Snapshot): ReadonlyMap<RelPath, number> {
  const nameOf = entryNames(snapshot);
  const rows = new Map<RelPath, number>();
  for (let row = 0; row < entryCount(snapshot); row += 1) rows.set(nameOf(row), row);
  return rows;
}

/** The row whose name this is: found in the listing's bytes, then among the starts of names. */
function findRow({ listing, entries }: Snapshot, path: RelPath): number | undefined {
  const name = Buffer.concat([relPathBytes(path), NUL]);
  for (let at = listing.indexOf(name); at !== -1; at = listing.indexOf(name, at + 1)) {
    const row = at === 0 || listing[at - 1] === 0 ? rowAt(entries.starts, at) : undefined;
    if (row !== undefined) return row;
  }
  return undefined;
}

const NUL = Buffer.from([0]);

/** The index of a number in an ascending list. */
function rowAt(starts: Uint32Array, start: number): number | undefined {
  let low = 0;
  let high = starts.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = starts[middle] ?? 0;
    if (found === start) return middle;
    if (found < start) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function baselineFileAt(baseline: Baseline, row: number): BaselineFile {
  const source = baseline.sources[row];
  if (source !== contentSource.git && source !== contentSource.bytes) return { source: "unknown" };
  const length = digestBytes(baseline.format);
  const { buffer, byteOffset } = baseline.digests;
  const digest = Buffer.from(buffer, byteOffset + row * length, length).toString("hex") as Digest;
  return { source: source === contentSource.git ? "git" : "bytes", digest };
}
