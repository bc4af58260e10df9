import { failure, success, type Result } from "../base/result.ts";
import { checksum } from "./checksum.ts";

/**
 * A file of binary columns: a header of 32-bit words, then the columns, each on a boundary of eight so that
 * typed arrays can be laid over them without a copy. The first columns (the head) are checked whenever the
 * file is read; the rest (the bulk) when the reader asks, because a quiet look can do without.
 *
 * Words: magic, version, sum of the head, sum of the bulk, length of the file, columns, columns in the
 * head, 0, then the byte length of each column.
 */
export interface ColumnFile {
  readonly columns: readonly Uint8Array[];
  readonly bulkSum: number;
}

/** Why a file can't be used: cut or altered, or written by another version of valehook. */
export type ColumnFault = "damaged" | "version";

/** What a file holds, and in which version: a word of four bytes each. */
export interface ColumnFormat {
  readonly magic: number;
  readonly version: number;
}

const FIXED_WORDS = 8;
/** The head is summed from behind its own sum on. */
const SUMMED_FROM = 12;
const MOST_COLUMNS = 64;
const word = {
  magic: 0,
  version: 1,
  headSum: 2,
  bulkSum: 3,
  length: 4,
  count: 5,
  head: 6,
} as const;

/** Lays columns out as one file. */
export function packColumns(
  format: ColumnFormat,
  head: readonly ArrayBufferView[],
  bulk: readonly ArrayBufferView[],
): Buffer {
  const columns = [...head, ...bulk];
  const starts = columnStarts(columns.map((column) => column.byteLength));
  const length = starts.at(-1) ?? 0;
  const bytes = new Uint8Array(length);
  const words = new Uint32Array(bytes.buffer);
  columns.forEach((column, index) => {
    words[FIXED_WORDS + index] = column.byteLength;
    bytes.set(bytesOf(column), starts[index]);
  });
  const bulkStart = starts[head.length] ?? length;
  words[word.magic] = format.magic;
  words[word.version] = format.version;
  words[word.length] = length;
  words[word.count] = columns.length;
  words[word.head] = head.length;
  words[word.bulkSum] = checksum(bytes.subarray(bulkStart));
  words[word.headSum] = checksum(bytes.subarray(SUMMED_FROM, bulkStart));
  return Buffer.from(bytes.buffer);
}

/** Reads what {@link packColumns} wrote; never throws, whatever the bytes are. */
export function unpackColumns(file: Buffer, format: ColumnFormat): Result<ColumnFile, ColumnFault> {
  const bytes = file.byteOffset % 8 === 0 ? file : new Uint8Array(file);
  if (bytes.byteLength < FIXED_WORDS * 4 || bytes.byteLength % 8 !== 0) return failure("damaged");
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  if (words[word.magic] !== format.magic) return failure("damaged");
  if (words[word.version] !== format.version) return failure("version");
  const count = words[word.count] ?? 0;
  const head = words[word.head] ?? 0;
  if (words[word.length] !== bytes.byteLength || count > MOST_COLUMNS || head > count) {
    return failure("damaged");
  }
  const lengths = Array.from(words.subarray(FIXED_WORDS, FIXED_WORDS + count));
  const starts = columnStarts(lengths);
  if (starts.at(-1) !== bytes.byteLength) return failure("damaged");
  const headSum = words[word.headSum] ?? 0;
  if (checksum(bytes.subarray(SUMMED_FROM, starts[head])) !== headSum) return failure("damaged");
  const columns = lengths.map((length, index) => {
    const start = starts[index] ?? 0;
    return bytes.subarray(start, start + length);
  });
  return success({ columns, bulkSum: words[word.bulkSum] ?? 0 });
}

/** Whether the bulk of a file is what was written. `bulk` are its columns, in order. */
export function bulkIsIntact(bulk: readonly Uint8Array[], sum: number): boolean {
  const first = bulk[0];
  const last = bulk.at(-1);
  if (first === undefined || last === undefined) return true;
  const end = alignUp(last.byteOffset + last.byteLength);
  return checksum(new Uint8Array(first.buffer, first.byteOffset, end - first.byteOffset)) === sum;
}

/** Where each column starts, and after them the end of the file. */
function columnStarts(lengths: readonly number[]): number[] {
  let next = alignUp((FIXED_WORDS + lengths.length) * 4);
  const starts = [next];
  for (const length of lengths) {
    next = alignUp(next + length);
    starts.push(next);
  }
  return starts;
}

function alignUp(offset: number): number {
  return (offset + 7) & ~7;
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
