import { failure, success, type Result } from "../base/result.ts";
import { checksum } from "./checksum.ts";

/**
 * A file of binary columns: a header of 32-bit words, then the columns, each on a boundary of eight so that
 * typed arrays can be laid over them without a copy. Header and first columns (the head) are stored twice and
 * must be alike: one native comparison, where a checksum in code that is not warm yet costs a quiet look 4 ms
 * at 20,000 files. The rest (the bulk) has a checksum, for when the reader asks.
 *
 * Words: magic, version, sum of the bulk, length of the file, columns in the head, columns in the bulk, then the
 * byte length of each column.
 */
export interface ColumnFile {
  readonly columns: readonly Uint8Array[];
  /** Whether the bulk is what was written. */
  readonly isBulkIntact: () => boolean;
}

/** Why a file can't be used: cut or altered, or written by another version of valehook. */
export type ColumnFault = "damaged" | "version";

/** What a file holds, and in which version: a word of four bytes each. */
export interface ColumnFormat {
  readonly magic: number;
  readonly version: number;
  readonly headColumns: number;
  readonly bulkColumns: number;
}

const FIXED_WORDS = 6;
const word = { magic: 0, version: 1, bulkSum: 2, length: 3, head: 4, bulk: 5 } as const;

/** Lays columns out as one file: first those of the head, then those of the bulk. */
export function packColumns(format: ColumnFormat, columns: readonly ArrayBufferView[]): Buffer {
  const lengths = columns.map((column) => column.byteLength);
  const places = placesOf(format, lengths);
  const bytes = new Uint8Array(places.end);
  columns.forEach((column, index) => bytes.set(bytesOf(column), places.starts[index]));
  const words = new Uint32Array(bytes.buffer);
  words[word.magic] = format.magic;
  words[word.version] = format.version;
  words[word.bulkSum] = checksum(bytes.subarray(places.headEnd * 2));
  words[word.length] = places.end;
  words[word.head] = format.headColumns;
  words[word.bulk] = format.bulkColumns;
  words.set(lengths, FIXED_WORDS);
  bytes.copyWithin(places.headEnd, 0, places.headEnd);
  return Buffer.from(bytes.buffer);
}

/** Reads what {@link packColumns} wrote; never throws, whatever the bytes are. */
export function unpackColumns(file: Buffer, format: ColumnFormat): Result<ColumnFile, ColumnFault> {
  const bytes = file.byteOffset % 8 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  const columns = format.headColumns + format.bulkColumns;
  if (bytes.length < (FIXED_WORDS + columns) * 4) return failure("damaged");
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, FIXED_WORDS + columns);
  if (words[word.magic] !== format.magic) return failure("damaged");
  if (words[word.version] !== format.version) return failure("version");
  if (words[word.head] !== format.headColumns || words[word.bulk] !== format.bulkColumns) {
    return failure("damaged");
  }
  const lengths = Array.from(words.subarray(FIXED_WORDS));
  const { starts, headEnd, end } = placesOf(format, lengths);
  if (words[word.length] !== bytes.length || end !== bytes.length) return failure("damaged");
  if (bytes.compare(bytes, headEnd, headEnd * 2, 0, headEnd) !== 0) return failure("damaged");
  const bulkSum = words[word.bulkSum];
  return success({
    columns: lengths.map((length, index) => {
      // No Buffer: its `slice` would not copy.
      return new Uint8Array(bytes.buffer, bytes.byteOffset + (starts[index] ?? 0), length);
    }),
    isBulkIntact: () => checksum(bytes.subarray(headEnd * 2)) === bulkSum,
  });
}

interface Places {
  readonly starts: readonly number[];
  /** End of the head and start of its copy. */
  readonly headEnd: number;
  readonly end: number;
}

function placesOf(format: ColumnFormat, lengths: readonly number[]): Places {
  let next = alignUp((FIXED_WORDS + lengths.length) * 4);
  let headEnd = next;
  const starts = lengths.map((length, index) => {
    if (index === format.headColumns) {
      headEnd = next;
      next += headEnd;
    }
    const start = next;
    next = alignUp(start + length);
    return start;
  });
  return { starts, headEnd, end: next };
}

/** The next multiple of eight; no bit operation, which would turn a wild length negative. */
function alignUp(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
