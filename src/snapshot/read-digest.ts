import { contentDigest, type Digest, type DigestFormat } from "../base/digest.ts";
import type { FileProblem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { isRegularFile, lookAt, type Disk } from "./disk.ts";
import { sameStamp, type FileStamp } from "./file-stamp.ts";

/** What reading a file for its digest gave. */
export type DigestRead =
  /** `stamp` is the stamp of exactly these bytes. */
  | {
      readonly kind: "digest";
      readonly digest: Digest;
      readonly stamp: FileStamp;
      readonly bytes: Buffer;
    }
  /** Nothing there, or no regular file any more. */
  | { readonly kind: "gone" }
  | {
      readonly kind: "unchecked";
      readonly problem: FileProblem;
      readonly stamp: FileStamp | undefined;
    };

const ATTEMPTS = 2;

/**
 * Reads a file and makes sure that its stamp is that of the bytes: it is looked at before and after. A file that
 * keeps changing is `changed-while-checked`.
 */
export function readDigest(
  disk: Disk,
  path: RelPath,
  format: DigestFormat,
  maxBytes: number,
): DigestRead {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = lookAt(disk, path);
    if (before.kind === "unknown") return unreadable(before.errno, undefined);
    if (before.kind === "absent" || !isRegularFile(before.stat)) return { kind: "gone" };
    const stamp = stampOf(before.stat);
    const read = disk.readFile(path, maxBytes);
    if (read.kind === "failed") return unreadable(read.errno, stamp);
    if (read.kind === "too-large") {
      const problem = { code: "too-large", bytes: read.bytes, maxBytes } as const;
      return { kind: "unchecked", problem, stamp };
    }
    if (read.kind !== "read") continue;
    const after = lookAt(disk, path);
    if (after.kind === "found" && sameStamp(stamp, after.stat)) {
      return {
        kind: "digest",
        digest: contentDigest(read.bytes, format),
        stamp,
        bytes: read.bytes,
      };
    }
  }
  return stillChanging(disk, path);
}

function stillChanging(disk: Disk, path: RelPath): DigestRead {
  const last = lookAt(disk, path);
  if (last.kind === "absent") return { kind: "gone" };
  return { kind: "unchecked", problem: { code: "changed-while-checked" }, stamp: undefined };
}

function unreadable(errno: string, stamp: FileStamp | undefined): DigestRead {
  return { kind: "unchecked", problem: { code: "unreadable", errno }, stamp };
}

/** The stamp alone, so that a whole `BigIntStats` isn't kept. */
function stampOf(stat: FileStamp): FileStamp {
  return { mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, size: stat.size, ino: stat.ino };
}
