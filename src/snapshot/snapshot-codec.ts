import { failure, success, type Result } from "../base/result.ts";
import { packColumns, unpackColumns, type ColumnFault } from "./column-file.ts";
import { STAMP_FIELDS, type Snapshot } from "./snapshot.ts";

const FORMAT = { magic: 0x70736876, version: 1, headColumns: 12, bulkColumns: 4 } as const;

/** A snapshot as bytes. {@link decodeSnapshot} reads them back without copying. */
export function encodeSnapshot(snapshot: Snapshot): Buffer {
  return encodeColumns(snapshot, new Uint8Array(0), new Uint8Array(0));
}

/** A snapshot and two more columns, which {@link decodeSnapshot} passes over: a baseline is a snapshot, too. */
export function encodeColumns(
  snapshot: Snapshot,
  sources: Uint8Array,
  digests: Uint8Array,
): Buffer {
  const { entries, folders, watched } = snapshot;
  const facts = BigInt64Array.of(snapshot.takenAtNs, BigInt(Math.round(snapshot.clockLeadMs)));
  const watchedPaths = Buffer.from(watched.paths.map((path) => `${path}\0`).join(""), "utf8");
  return packColumns(FORMAT, [
    facts,
    watchedPaths,
    watched.stamps,
    watched.racy,
    folders.entries,
    folders.lengths,
    folders.parents,
    folders.bits,
    folders.stamps,
    entries.starts,
    entries.lengths,
    entries.bits,
    entries.stamps,
    snapshot.listing,
    sources,
    digests,
  ]);
}

/**
 * Reads a snapshot; the value keeps `file`. A file that was cut short or altered is `damaged`, at once or, in
 * listing and stamps, by {@link Snapshot.isIntact}.
 */
export function decodeSnapshot(file: Buffer): Result<Snapshot, ColumnFault> {
  const decoded = decodeColumns(file);
  return decoded.ok ? success(decoded.value.snapshot) : decoded;
}

/** What {@link encodeColumns} wrote. */
export interface DecodedColumns {
  readonly snapshot: Snapshot;
  readonly sources: Uint8Array;
  readonly digests: Uint8Array;
}

export function decodeColumns(file: Buffer): Result<DecodedColumns, ColumnFault> {
  const unpacked = unpackColumns(file, FORMAT);
  if (!unpacked.ok) return unpacked;
  const { columns, isBulkIntact } = unpacked.value;
  const facts = longs(columns[0]);
  const snapshot: Snapshot = {
    takenAtNs: facts[0] ?? 0n,
    clockLeadMs: Number(facts[1] ?? 0n),
    watched: {
      paths: closedTexts(columns[1]),
      stamps: longs(columns[2]),
      racy: octets(columns[3]),
    },
    folders: {
      entries: words(columns[4]),
      lengths: halves(columns[5]),
      parents: words(columns[6]),
      bits: octets(columns[7]),
      stamps: longs(columns[8]),
    },
    entries: {
      starts: words(columns[9]),
      lengths: halves(columns[10]),
      bits: octets(columns[11]),
      stamps: longs(columns[12]),
    },
    listing: bufferOver(columns[13]),
    isIntact: isBulkIntact,
  };
  if (!fits(snapshot)) return failure("damaged");
  return success({ snapshot, sources: octets(columns[14]), digests: octets(columns[15]) });
}

/** Whether the columns have as many rows as belong together. */
function fits(snapshot: Snapshot): boolean {
  const { entries, folders, watched } = snapshot;
  const rows = entries.starts.length;
  const folderRows = folders.entries.length;
  return (
    entries.lengths.length === rows &&
    entries.bits.length === rows &&
    entries.stamps.length === rows * STAMP_FIELDS &&
    folders.lengths.length === folderRows &&
    folders.parents.length === folderRows &&
    folders.bits.length === folderRows &&
    folders.stamps.length === folderRows * STAMP_FIELDS &&
    watched.racy.length === watched.paths.length &&
    watched.stamps.length === watched.paths.length * STAMP_FIELDS
  );
}

function octets(column: Uint8Array | undefined): Uint8Array {
  return column ?? new Uint8Array(0);
}

function bufferOver(column: Uint8Array | undefined): Buffer {
  const bytes = octets(column);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function halves(column: Uint8Array | undefined): Uint16Array {
  const bytes = octets(column);
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 1);
}

function words(column: Uint8Array | undefined): Uint32Array {
  const bytes = octets(column);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}

function longs(column: Uint8Array | undefined): BigInt64Array {
  const bytes = octets(column);
  return new BigInt64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 3);
}

function closedTexts(column: Uint8Array | undefined): string[] {
  const text = Buffer.from(octets(column)).toString("utf8");
  return text === "" ? [] : text.slice(0, -1).split("\0");
}
