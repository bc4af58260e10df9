import type { Deadline } from "../base/deadline.ts";
import { type Digest, type DigestFormat } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { RelPath } from "../base/rel-path.ts";
import { success, type Result } from "../base/result.ts";
import { amendSnapshot } from "./amend-snapshot.ts";
import { contentSource, digestBytes, type Baseline } from "./baseline.ts";
import type { Confirmed } from "./confirm-changes.ts";
import type { Disk } from "./disk.ts";
import type { GitIndexFile } from "./git-index-file.ts";
import { askGit, knownBlobs } from "./known-blobs.ts";
import { lineDigestsOf, type BaselineLines } from "./line-digests.ts";
import { nextTurn } from "./next-turn.ts";
import { readDigest } from "./read-digest.ts";
import type { RunGit } from "./run-git.ts";
import { entryCount, entryNames, isPresent, type Snapshot } from "./snapshot.ts";
import { takeSnapshot } from "./take-snapshot.ts";

export interface BaselineRequest {
  readonly disk: Disk;
  readonly listing: Buffer;
  readonly isEligible: (path: RelPath) => boolean;
  /** Absolute paths of what decides what Vale says. */
  readonly watched: readonly string[];
  readonly format: DigestFormat;
  /** Absent outside Git: every content is then hashed. */
  readonly git:
    | { readonly run: RunGit; readonly readIndex: () => GitIndexFile | undefined }
    | undefined;
  /** Larger files aren't read: their content stays unknown. */
  readonly maxFileBytes: number;
  /** Bytes of files whose lines are digested; beyond them lines stay unknown. */
  readonly lineDigestBytes: number;
  /** Files that are not reached by then stay unknown. */
  readonly deadline: Deadline;
}

export interface TakenBaseline {
  readonly baseline: Baseline;
  readonly lines: BaselineLines;
}

/**
 * Takes the baseline: stamps of all eligible files, and what their contents are. A content is Git's own blob id where that
 * certainly has the bytes; all others are read. Fails as the Git commands fail.
 */
export async function takeBaseline(request: BaselineRequest): Promise<Result<TakenBaseline>> {
  const { git } = request;
  const asked = git === undefined ? undefined : askGit(git.run, request.listing);
  const snapshot = await takeSnapshot(request);
  const blobs = new Map<number, Digest>();
  if (git !== undefined && asked !== undefined) {
    const facts = await asked;
    if (!facts.ok) return facts;
    const known = await knownBlobs(snapshot, git.readIndex(), facts.value, request.format, git.run);
    if (!known.ok) return known;
    for (const [row, blob] of known.value) blobs.set(row, blob);
  }
  return success(await identify(request, snapshot, blobs));
}

/** Files read between two turns of the event loop. */
const SLICE = 32;

async function identify(
  request: BaselineRequest,
  snapshot: Snapshot,
  blobs: ReadonlyMap<number, Digest>,
): Promise<TakenBaseline> {
  const { format } = request;
  const count = entryCount(snapshot);
  const nameOf = entryNames(snapshot);
  const sources = new Uint8Array(count);
  const digests = Buffer.alloc(count * digestBytes(format));
  const reading = newReading(request);
  for (let row = 0; row < count; row += 1) {
    if (!isPresent(snapshot, row)) continue;
    const blob = blobs.get(row);
    const digest = blob ?? readContent(reading, nameOf(row));
    if (digest !== undefined) {
      sources[row] = blob === undefined ? contentSource.bytes : contentSource.git;
      digests.write(digest, row * digestBytes(format), "hex");
    }
    if (blob === undefined && reading.confirmed.length % SLICE === 0) await nextTurn();
  }
  const amended = amendSnapshot(snapshot, reading.confirmed);
  return { baseline: { snapshot: amended, format, sources, digests }, lines: reading.lines };
}

interface Reading {
  readonly request: BaselineRequest;
  readonly confirmed: Confirmed[];
  readonly lines: Map<RelPath, readonly string[]>;
  lineBytesLeft: number;
  linesLeft: number;
}

/** Number of lines, counted no further than just past `most`. */
function countLines(bytes: Buffer, most: number): number {
  let lines = 1;
  for (let at = bytes.indexOf(0x0a); at !== -1 && lines <= most; at = bytes.indexOf(0x0a, at + 1)) {
    lines += 1;
  }
  return lines;
}

function newReading(request: BaselineRequest): Reading {
  return {
    request,
    confirmed: [],
    lines: new Map(),
    lineBytesLeft: request.lineDigestBytes,
    linesLeft: limits.lineDigestLines,
  };
}

/** Reads a file whose content Git doesn't vouch for. */
function readContent(reading: Reading, path: RelPath): Digest | undefined {
  const { disk, format, maxFileBytes, deadline } = reading.request;
  if (deadline.remainingMs() === 0) return undefined;
  const read = readDigest(disk, path, format, maxFileBytes);
  if (read.kind === "gone") {
    reading.confirmed.push({ kind: "removed", path });
    return undefined;
  }
  if (read.kind === "unchecked") {
    reading.confirmed.push({ kind: "unchecked", path, problem: read.problem, stamp: read.stamp });
    return undefined;
  }
  const { digest, stamp } = read;
  reading.confirmed.push({ kind: "content", path, digest, stamp, by: "added" });
  const lineCount = countLines(read.bytes, reading.linesLeft);
  if (read.bytes.length <= reading.lineBytesLeft && lineCount <= reading.linesLeft) {
    reading.lineBytesLeft -= read.bytes.length;
    reading.linesLeft -= lineCount;
    reading.lines.set(path, lineDigestsOf(read.bytes));
  }
  return digest;
}
