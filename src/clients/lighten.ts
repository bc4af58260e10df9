/** Larger strings and values of an event are of no use to valehook: what a tool printed, most of all. */
const LARGE_BYTES = 2 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const NOTHING = Buffer.from("null");

/**
 * A JSON object's bytes without what is large in it, so that parsing an event of 64 MiB takes the memory of a small one:
 * a string beyond `largeBytes` is null, and so is an array or object of the top level that without such strings is still beyond
 * them. What is dropped isn't looked at further: it may have been no JSON. Bytes that end within a string are cut
 * before it. Where nothing is large, the bytes themselves are returned.
 */
export function lighten(bytes: Buffer, largeBytes: number = LARGE_BYTES): Buffer {
  if (bytes.length <= largeBytes) return bytes;
  const copy = new LighterCopy(bytes);
  let depth = 0;
  let value = { start: 0, copied: 0 };
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (end === undefined) return copy.upTo(at);
      if (end - at > largeBytes) copy.drop(at, end);
      at = end;
      continue;
    }
    if (OPENING.has(byte)) {
      if (depth === 1) value = { start: at, copied: copy.lengthAt(at) };
      depth += 1;
    } else if (CLOSING.has(byte)) {
      depth -= 1;
      const isLarge = depth === 1 && copy.lengthAt(at + 1) - value.copied > largeBytes;
      if (isLarge) copy.drop(value.start, at + 1);
    }
    at += 1;
  }
  return copy.upTo(bytes.length);
}

/** The index after a string's closing quote; undefined where there is none. */
function endOfString(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Bytes with `null` for some of their spans, the later ones after or around the earlier ones. */
class LighterCopy {
  readonly #bytes: Buffer;
  readonly #dropped: Span[] = [];
  /** How much shorter the copy is than what was copied. */
  #saved = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The copy's length were it to end at an index of the bytes. */
  lengthAt(index: number): number {
    return index - this.#saved;
  }

  drop(start: number, end: number): void {
    for (let last = this.#dropped.at(-1); last !== undefined && last.start >= start;) {
      this.#dropped.pop();
      this.#saved -= savedBy(last);
      last = this.#dropped.at(-1);
    }
    const span = { start, end };
    this.#dropped.push(span);
    this.#saved += savedBy(span);
  }

  upTo(index: number): Buffer {
    if (this.#dropped.length === 0 && index === this.#bytes.length) return this.#bytes;
    const parts: Buffer[] = [];
    let done = 0;
    for (const { start, end } of this.#dropped) {
      parts.push(this.#bytes.subarray(done, start), NOTHING);
      done = end;
    }
    return Buffer.concat([...parts, this.#bytes.subarray(done, index)]);
  }
}

function savedBy({ start, end }: Span): number {
  return end - start - NOTHING.length;
}
