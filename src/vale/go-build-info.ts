import { open } from "node:fs/promises";

/** Starts the record that Go leaves in an executable (package debug/buildinfo), aligned to 16 bytes. */
const MAGIC = Buffer.from("\xff Go buildinf:", "latin1");
const ALIGNMENT = 16;
/** Flag of a record that holds its strings itself, as every Go since 1.18 writes it. */
const INLINE_STRINGS = 2;
const FLAGS_OFFSET = 15;
const HEADER_BYTES = 32;
/** Far more than any record has. */
const RECORD_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Version of the main module of a Go executable, without its `v`, as `go version -m` prints it, or
 * `undefined` where there is none (another language, an older Go, a build from a checkout). Reads no
 * further than the record.
 */
export async function goModuleVersion(path: string): Promise<string | undefined> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES + RECORD_BYTES);
    for (let offset = 0; ; offset += CHUNK_BYTES) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      const version = findVersion(buffer.subarray(0, bytesRead));
      if (version !== undefined || bytesRead < buffer.length) return version;
    }
  } finally {
    await file.close();
  }
}

function findVersion(bytes: Buffer): string | undefined {
  for (let at = bytes.indexOf(MAGIC); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    if (at % ALIGNMENT !== 0) continue;
    if (((bytes[at + FLAGS_OFFSET] ?? 0) & INLINE_STRINGS) === 0) continue;
    const goVersion = readString(bytes, at + HEADER_BYTES);
    const modules = readString(bytes, goVersion.end).text;
    const version = /^mod\t\S+\tv(\S+)/m.exec(modules)?.[1];
    if (version !== undefined) return version;
  }
  return undefined;
}

/** A string with its length before it, in base 128, the lowest digit first. */
function readString(bytes: Buffer, from: number): { text: string; end: number } {
  let length = 0;
  let at = from;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at] ?? 0;
    length += (byte % 128) * factor;
    at += 1;
    if (byte < 128) break;
  }
  return { text: bytes.toString("latin1", at, at + length), end: at + length };
}
