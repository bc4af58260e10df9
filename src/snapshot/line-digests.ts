import type { RelPath } from "../base/rel-path.ts";
import { relPathBytes, relPathFromBytes } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { lineDigest, textLines } from "../base/text-lines.ts";
import { packColumns, unpackColumns, type ColumnFault } from "./column-file.ts";

/** What is kept of the lines of files whose baseline text Git doesn't have: {@link lineDigest} of each, in order. */
export type BaselineLines = ReadonlyMap<RelPath, readonly string[]>;

const FORMAT = { magic: 0x6c6e6876, version: 1, headColumns: 0, bulkColumns: 3 } as const;
/** A digest of 16 characters of base64url is 12 bytes; an empty line's is kept as zeros. */
const DIGEST_BYTES = 12;

/** Line digests of a file's bytes, read as UTF-8. */
export function lineDigestsOf(bytes: Buffer): string[] {
  return textLines(bytes.toString("utf8")).map((line) => lineDigest(line));
}

export function encodeLines(lines: BaselineLines): Buffer {
  const names: Buffer[] = [];
  const counts = new Uint32Array(lines.size);
  let total = 0;
  for (const [path, digests] of lines) {
    counts[names.length / 2] = digests.length;
    names.push(relPathBytes(path), NUL);
    total += digests.length;
  }
  const column = Buffer.alloc(total * DIGEST_BYTES);
  let at = 0;
  for (const digests of lines.values()) {
    for (const digest of digests) {
      column.write(digest, at, DIGEST_BYTES, "base64url");
      at += DIGEST_BYTES;
    }
  }
  return packColumns(FORMAT, [Buffer.concat(names), counts, column]);
}

const NUL = Buffer.from([0]);

/** Reads what {@link encodeLines} wrote; never throws. */
export function decodeLines(file: Buffer): Result<BaselineLines, ColumnFault> {
  const unpacked = unpackColumns(file, FORMAT);
  if (!unpacked.ok) return unpacked;
  if (!unpacked.value.isBulkIntact()) return failure("damaged");
  const [names, counts, digests] = unpacked.value.columns;
  if (names === undefined || counts === undefined || digests === undefined)
    return failure("damaged");
  const lines = new Map<RelPath, readonly string[]>();
  let nameAt = 0;
  let digestAt = 0;
  for (const count of new Uint32Array(counts.buffer, counts.byteOffset, counts.byteLength / 4)) {
    const end = names.indexOf(0, nameAt);
    const path = relPathFromBytes(Buffer.from(names.subarray(nameAt, end)));
    nameAt = end + 1;
    const bytes = digests.subarray(digestAt, digestAt + count * DIGEST_BYTES);
    digestAt += bytes.length;
    lines.set(path, readDigests(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  }
  return success(lines);
}

function readDigests(bytes: Buffer): string[] {
  const digests: string[] = [];
  for (let at = 0; at < bytes.length; at += DIGEST_BYTES) {
    const digest = bytes.toString("base64url", at, at + DIGEST_BYTES);
    digests.push(digest === EMPTY ? "" : digest);
  }
  return digests;
}

const EMPTY = "A".repeat(16);
