/**
 * Checksum of bytes that may be damaged, not of bytes that may be forged: any change of one word changes it.
 * A few lines of our own, because loading `node:zlib` for its crc32 costs a quiet look more than the sum itself
 * (bench/README.md). `bytes` must start and end on a boundary of four.
 */
export function checksum(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  let sum = words.length;
  for (let at = 0; at < words.length; at += 1) {
    sum = Math.imul(sum ^ (words[at] ?? 0), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
