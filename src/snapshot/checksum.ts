/**
 * Checksum of bytes that may be damaged, not of bytes that may be forged. `node:zlib` is loaded as it is first asked for: a
 * quiet look asks for none, and loading it costs one 4 ms (bench/README.md).
 */
export function checksum(bytes: Uint8Array): number {
  return process.getBuiltinModule("node:zlib").crc32(bytes);
}
