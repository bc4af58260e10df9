import { isUtf8 } from "node:buffer";
import type { FileProblem } from "../base/problem.ts";

/** As far as Git looks for a NUL byte, too. */
const NUL_SEARCH_BYTES = 8192;
const REPLACEMENT = "\uFFFD";

/**
 * Why bytes can't be checked as text, or `undefined` where they can. Vale crashes on some of these and
 * finds others clean without having read them.
 */
export function textFault(bytes: Buffer): FileProblem | undefined {
  if (startsWith(bytes, 0xff, 0xfe)) return { code: "binary", detail: "UTF-16, little endian" };
  if (startsWith(bytes, 0xfe, 0xff)) return { code: "binary", detail: "UTF-16, big endian" };
  const nul = bytes.subarray(0, NUL_SEARCH_BYTES).indexOf(0);
  if (nul >= 0) return { code: "binary", detail: `a NUL byte at ${nul + 1}` };
  return isUtf8(bytes) ? undefined : { code: "not-utf8", offset: firstInvalidByte(bytes) };
}

/** Whether text starts with UTF-8's byte order mark. */
export function hasByteOrderMark(bytes: Buffer): boolean {
  return startsWith(bytes, 0xef, 0xbb, 0xbf);
}

function startsWith(bytes: Buffer, ...prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

/**
 * Offset of the first byte that no UTF-8 text has at its place. Decoding puts U+FFFD there; all before
 * it was decoded without loss, so that its length is that of the bytes.
 */
function firstInvalidByte(bytes: Buffer): number {
  const text = bytes.toString("utf8");
  let offset = 0;
  let from = 0;
  for (;;) {
    const at = text.indexOf(REPLACEMENT, from);
    if (at < 0) return bytes.length;
    offset += Buffer.byteLength(text.slice(from, at));
    if (bytes.toString("utf8", offset, offset + 3) !== REPLACEMENT || bytes[offset] !== 0xef)
      return offset;
    offset += 3;
    from = at + 1;
  }
}
