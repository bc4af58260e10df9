import { crc32 } from "node:zlib";

/** Bytes of a key: those of `textDigest`. */
const KEY_BYTES = 16;
/** Key, then an unsigned 32-bit number. */
const RECORD_BYTES = KEY_BYTES + 4;
const KEY_WORDS = KEY_BYTES / 4;
const RECORD_WORDS = RECORD_BYTES / 4;
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
  const records = joinRecords(bytes);
  const count = records.length / RECORD_BYTES;
  const index = indexRecords(wordsOf(records), count);
  const keyAt = (record: number): string =>
    records.toString("hex", record * RECORD_BYTES, record * RECORD_BYTES + KEY_BYTES);
  const valueAt = (record: number): number =>
    records.readUInt32LE(record * RECORD_BYTES + KEY_BYTES);
  return {
    records: count,
    get: (key) => {
      const record = index(wordsOf(Buffer.from(key, "hex")), 0);
      return record < 0 ? undefined : valueAt(record);
    },
    *entries() {
      for (let record = 0; record < count; record += 1) {
        const key = keyAt(record);
        // An earlier one of the same key is no entry any more.
        if (index(wordsOf(Buffer.from(key, "hex")), 0) === record) {
          yield [key, valueAt(record)];
        }
      }
    },
  };
}

/** The records of all whole segments, one after another. */
function joinRecords(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = bytes.indexOf(MAGIC);
  while (at >= 0 && at + HEADER_BYTES <= bytes.length) {
    const end = segmentEnd(bytes, at);
    if (end !== undefined) parts.push(bytes.subarray(at + HEADER_BYTES, end));
    at = bytes.indexOf(MAGIC, end ?? at + 1);
  }
  return Buffer.concat(parts);
}

/**
 * Finds the newest record of a key: an open-addressed hash table over 32-bit words. A map of strings takes
 * several times as long to fill, on each of the many calls that then look up one or two keys.
 * @returns the record's number for the key that starts at a word; -1 where there is none
 */
function indexRecords(words: Int32Array, count: number): (key: Int32Array, at: number) => number {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, count * 2)))).fill(-1);
  const mask = slots.length - 1;
  const slotOf = (key: Int32Array, at: number): number => {
    let slot = (key[at] ?? 0) & mask;
    for (;;) {
      const found = slots[slot] ?? -1;
      if (found < 0 || isSameKey(words, found * RECORD_WORDS, key, at)) return slot;
      slot = (slot + 1) & mask;
    }
  };
  for (let record = 0; record < count; record += 1) {
    slots[slotOf(words, record * RECORD_WORDS)] = record;
  }
  return (key, at) => slots[slotOf(key, at)] ?? -1;
}

function isSameKey(a: Int32Array, atA: number, b: Int32Array, atB: number): boolean {
  for (let word = 0; word < KEY_WORDS; word += 1) {
    if (a[atA + word] !== b[atB + word]) return false;
  }
  return true;
}

/** The bytes as words in the machine's own order, to be compared and nothing else. */
function wordsOf(bytes: Buffer): Int32Array {
  const words = new Int32Array(bytes.length / 4);
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

/** Undefined where no whole segment begins there. */
function segmentEnd(bytes: Buffer, at: number): number | undefined {
  const records = at + HEADER_BYTES;
  const end = records + bytes.readUInt32LE(at + 4) * RECORD_BYTES;
  if (end > bytes.length) return undefined;
  return crc32(bytes.subarray(records, end)) === bytes.readUInt32LE(at + 8) ? end : undefined;
}
