import type { Digest } from "../base/digest.ts";
import type { FileStamp } from "./file-stamp.ts";
import type { IndexEntry } from "./git-index.ts";

const NS = 1_000_000_000n;
const WORD = 0xffff_ffffn;

/**
 * The blob that Git knows to be a file's content because its stat data in the index are those of the stamp, and the
 * file is older than the index (else Git itself would not rely on them). `undefined`: hash the bytes.
 * Says nothing of conversions between blob and file: see {@link conversionsOf}.
 */
export function blobByStat(
  entry: IndexEntry,
  stamp: FileStamp,
  indexMtimeNs: bigint,
): Digest | undefined {
  const same =
    BigInt(entry.mtimeSeconds) === ((stamp.mtimeNs / NS) & WORD) &&
    BigInt(entry.mtimeNs) === stamp.mtimeNs % NS &&
    BigInt(entry.ctimeSeconds) === ((stamp.ctimeNs / NS) & WORD) &&
    BigInt(entry.ctimeNs) === stamp.ctimeNs % NS &&
    BigInt(entry.size) === (stamp.size & WORD) &&
    BigInt(entry.ino) === (stamp.ino & WORD);
  return same && stamp.mtimeNs < indexMtimeNs && stamp.ctimeNs < indexMtimeNs
    ? entry.blob
    : undefined;
}
