import { failure, success, type Result } from "../base/result.ts";
import type { DigestFormat } from "../base/digest.ts";
import { digestBytes, type Baseline } from "./baseline.ts";
import type { ColumnFault } from "./column-file.ts";
import { decodeColumns, encodeColumns } from "./snapshot-codec.ts";
import { entryCount } from "./snapshot.ts";

/** A baseline as bytes. They are those of a snapshot, too, so that the first look can compare with them. */
export function encodeBaseline(baseline: Baseline): Buffer {
  return encodeColumns(baseline.snapshot, baseline.sources, baseline.digests);
}

/** Reads a baseline, all of it checked. A plain snapshot with entries is `damaged`: it has no identities. */
export function decodeBaseline(file: Buffer, format: DigestFormat): Result<Baseline, ColumnFault> {
  const decoded = decodeColumns(file);
  if (!decoded.ok) return decoded;
  const { snapshot, sources, digests } = decoded.value;
  const rows = entryCount(snapshot);
  if (sources.length !== rows || digests.length !== rows * digestBytes(format)) {
    return failure("damaged");
  }
  return snapshot.isIntact() ? success({ snapshot, format, sources, digests }) : failure("damaged");
}
