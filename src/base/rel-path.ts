/**
 * A path below a workspace root, `/`-separated, without a leading `./` or `/`.
 *
 * File names are bytes. Bytes that are not UTF-8 are carried as lone surrogates U+DC80..U+DCFF (the
 * scheme of Python's `surrogateescape`, PEP 383), so that every name survives a round trip through a
 * string. Use {@link diskPath} to hand a path to `node:fs`, and `escapeName` of `report/` to show it.
 */
export type RelPath = string & { readonly __brand: "RelPath" };

const ESCAPE_BASE = 0xdc00;
const LOW_SURROGATE = /[\uDC80-\uDCFF]/;
const LONE_ESCAPE = /(?<![\uD800-\uDBFF])[\uDC80-\uDCFF]/;

/** Decodes the bytes of a file name; bytes that are not UTF-8 become lone surrogates. */
export function relPathFromBytes(bytes: Buffer): RelPath {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || Buffer.from(text, "utf8").equals(bytes)) return text as RelPath;
  return decodeEscaping(bytes) as RelPath;
}

/** The bytes of a path as the file system knows it. */
export function relPathBytes(path: RelPath): Buffer {
  if (!hasEscapedBytes(path)) return Buffer.from(path, "utf8");
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0;
    const escaped = char.length === 1 && code >= 0xdc80 && code <= 0xdcff;
    parts.push(escaped ? Buffer.from([code - ESCAPE_BASE]) : Buffer.from(char, "utf8"));
  }
  return Buffer.concat(parts);
}

/** Whether a path has bytes that are not UTF-8, so that only a Buffer can name it. */
export function hasEscapedBytes(path: string): boolean {
  return LOW_SURROGATE.test(path) && LONE_ESCAPE.test(path);
}

/**
 * The absolute path of a workspace file in the form `node:fs` takes: a string where the name is
 * UTF-8, a Buffer where it is not.
 */
export function diskPath(root: string, path: RelPath): string | Buffer {
  const prefix = root.endsWith("/") ? root : `${root}/`;
  if (!hasEscapedBytes(path)) return prefix + path;
  return Buffer.concat([Buffer.from(prefix, "utf8"), relPathBytes(path)]);
}

function decodeEscaping(bytes: Buffer): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  let index = 0;
  while (index < bytes.length) {
    const length = sequenceLength(bytes, index, decoder);
    text +=
      length === 0
        ? String.fromCharCode(ESCAPE_BASE + (bytes[index] ?? 0))
        : bytes.toString("utf8", index, index + length);
    index += length === 0 ? 1 : length;
  }
  return text;
}

/** Length of the UTF-8 sequence at an offset, or 0 where there is none. */
function sequenceLength(
  bytes: Buffer,
  offset: number,
  decoder: InstanceType<typeof TextDecoder>,
): number {
  const lead = bytes[offset] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  try {
    decoder.decode(bytes.subarray(offset, offset + length));
    return length;
  } catch (error) {
    if (error instanceof TypeError) return 0;
    throw error;
  }
}
