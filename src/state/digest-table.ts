import { crc32 } from "node:zlib";

/** Bytes of a key: those of `textDigest`. */
const KEY_BYTES = 16;
/** Key, then an unsigned 32-bit number. */
const RECORD_BYTES = KEY_BYTES + 4;
/** Magic, number of records, checksum of the records. */
const HEADER_BYTES = 12;
const MAGIC = Buffer.from("vht1", "latin1");

/** A bounded table of 128-bit digests and a number each, as read from the bytes of a file. */
export interface DigestTable {
  /** Records in the file, those that a later one of the same key stands for included. */
  readonly records: number;
  /** The number of a key (32 hex digits); undefined where the table doesn't have it. */
  get(key: string): number | undefined;
  /** The keys with their numbers, oldest first, each once. */
  entries(): IterableIterator<readonly [key: string, value: number]>;
}

/**
 * One segment: records that belong together under one checksum. A file is a row of segments, each
 * appended whole, so that any number of processes can add to it without a lock.
 */
export function encodeSegment(entries: readonly (readonly [key: string, value: number])[]): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + entries.length * RECORD_BYTES);
  let offset = HEADER_BYTES;
  for (const [key, value] of entries) {
    bytes.write(key, offset, KEY_BYTES, "hex");
    bytes.writeUInt32LE(value, offset + KEY_BYTES);
    offset += RECORD_BYTES;
  }
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(entries.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), 8);
  return bytes;
}

/**
 * Reads a row of segments. Whatever is no whole segment (one that a full disk or a killed process cut
 * short, another format, damage) is passed over: a key is found only as it was written.
 */
export function decodeTable(bytes: Buffer): DigestTable {
  const starts = recordStarts(bytes);
  const index = new Int32Array(indexSize(starts.length)).fill(-1);
  const mask = index.length - 1;
  const slotOf = (key: Buffer, at: number): number => {
    let slot = key.readUInt32LE(at) & mask;
    for (;;) {
      const found = index[slot] ?? -1;
      if (found < 0 || bytes.compare(key, at, at + KEY_BYTES, found, found + KEY_BYTES) === 0) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  };
  for (const start of starts) index[slotOf(bytes, start)] = start;
  return {
    records: starts.length,
    get: (key) => {
      const found = index[slotOf(Buffer.from(key, "hex"), 0)] ?? -1;
      return found < 0 ? undefined : bytes.readUInt32LE(found + KEY_BYTES);
    },
    *entries() {
      for (const start of starts) {
        if (index[slotOf(bytes, start)] !== start) continue;
        yield [
          bytes.toString("hex", start, start + KEY_BYTES),
          bytes.readUInt32LE(start + KEY_BYTES),
        ];
      }
    },
  };
}

/** Offsets of the records of all whole segments. */
function recordStarts(bytes: Buffer): number[] {
  const starts: number[] = [];
  let at = bytes.indexOf(MAGIC);
  while (at >= 0 && at + HEADER_BYTES <= bytes.length) {
    const end = segmentEnd(bytes, at);
    if (end === undefined) {
      at = bytes.indexOf(MAGIC, at + 1);
      continue;
    }
    for (let start = at + HEADER_BYTES; start < end; start += RECORD_BYTES) starts.push(start);
    at = bytes.indexOf(MAGIC, end);
  }
  return starts;
}

/** Undefined where no whole segment begins there. */
function segmentEnd(bytes: Buffer, at: number): number | undefined {
  const records = at + HEADER_BYTES;
  const end = records + bytes.readUInt32LE(at + 4) * RECORD_BYTES;
  if (end > bytes.length) return undefined;
  return crc32(bytes.subarray(records, end)) === bytes.readUInt32LE(at + 8) ? end : undefined;
}

/** A power of two that leaves half of the index free. */
function indexSize(records: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, records * 2)));
}
