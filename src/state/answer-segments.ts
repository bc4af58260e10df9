import { crc32 } from "node:zlib";

/** One finding of an answer: where it was, and a digest (32 hex digits) of what it said. */
export interface AnswerLine {
  /** 1-based. */
  readonly line: number;
  readonly key: string;
}

const DIGEST_BYTES = 16;
/** Line as an unsigned 32-bit number, then the digest. */
const LINE_BYTES = 4 + DIGEST_BYTES;
const MAGIC = Buffer.from("vha1", "latin1");
/** Magic, checksum of all that follows, the answer's key, number of lines. */
const HEADER_BYTES = 4 + 4 + DIGEST_BYTES + 4;

/** One answer under its key (32 hex digits), as it stands in the file; answers simply follow each other. */
export function encodeAnswer(key: string, lines: readonly AnswerLine[]): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + lines.length * LINE_BYTES);
  MAGIC.copy(bytes);
  bytes.write(key, 8, DIGEST_BYTES, "hex");
  bytes.writeUInt32LE(lines.length, 8 + DIGEST_BYTES);
  let at = HEADER_BYTES;
  for (const { line, key: said } of lines) {
    bytes.writeUInt32LE(line, at);
    bytes.write(said, at + 4, DIGEST_BYTES, "hex");
    at += LINE_BYTES;
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

/** A row of answers, read where one is asked for. */
export interface Answers {
  /** Undefined where there is none, or none that is whole. */
  get(key: string): readonly AnswerLine[] | undefined;
  /** The whole answers as they stand, oldest first, each key once. */
  segments(): Iterable<readonly [key: string, bytes: Buffer]>;
}

/**
 * Finds the answers in a file. What a full disk or a killed process cut short, and whatever else is no answer, is passed
 * over: an answer is had only as it was written.
 */
export function decodeAnswers(bytes: Buffer): Answers {
  const places = new Map<string, Buffer>();
  let at = bytes.indexOf(MAGIC);
  while (at >= 0) {
    const segment = segmentAt(bytes, at);
    if (segment !== undefined) {
      const key = segment.toString("hex", 8, 8 + DIGEST_BYTES);
      places.delete(key);
      places.set(key, segment);
    }
    at = bytes.indexOf(MAGIC, at + (segment?.length ?? 1));
  }
  return {
    get: (key) => {
      const segment = places.get(key);
      return segment === undefined ? undefined : linesOf(segment);
    },
    segments: () => places,
  };
}

function segmentAt(bytes: Buffer, start: number): Buffer | undefined {
  if (start + HEADER_BYTES > bytes.length) return undefined;
  const count = bytes.readUInt32LE(start + 8 + DIGEST_BYTES);
  const end = start + HEADER_BYTES + count * LINE_BYTES;
  if (end > bytes.length) return undefined;
  const segment = bytes.subarray(start, end);
  return crc32(segment.subarray(8)) === segment.readUInt32LE(4) ? segment : undefined;
}

function linesOf(segment: Buffer): AnswerLine[] {
  const lines: AnswerLine[] = [];
  for (let at = HEADER_BYTES; at < segment.length; at += LINE_BYTES) {
    lines.push({
      line: segment.readUInt32LE(at),
      key: segment.toString("hex", at + 4, at + LINE_BYTES),
    });
  }
  return lines;
}
