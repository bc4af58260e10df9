import type { Digest, DigestFormat } from "../base/digest.ts";
import { relPathFromBytes, type RelPath } from "../base/rel-path.ts";

/**
 * What Git's index says of a file that it holds without reserve: stage 0, a regular file, none of assume-unchanged,
 * skip-worktree and intent-to-add. Times and sizes as the index keeps them: 32 bits each.
 */
export interface IndexEntry {
  readonly blob: Digest;
  readonly ctimeSeconds: number;
  readonly ctimeNs: number;
  readonly mtimeSeconds: number;
  readonly mtimeNs: number;
  readonly ino: number;
  readonly size: number;
}

const SIGNATURE = 0x44495243;
const HEADER_BYTES = 12;
/** Ten 32-bit stat fields before the object id. */
const STAT_BYTES = 40;
const FLAG = { assumeValid: 0x8000, extended: 0x4000, stage: 0x3000 } as const;
const EXTENDED_FLAGS = { skipWorktree: 0x4000, intentToAdd: 0x2000 } as const;
const REGULAR = 0o100000;
const TYPE_MASK = 0o170000;
/** The one extension that must be understood and is: it adds folders, which no file is. */
const SPARSE_DIRECTORIES = "sdir";

/** The entries of an index file. An entry is read when it is asked for: a baseline asks for each once, a look for few. */
export interface GitIndex {
  readonly paths: Iterable<RelPath>;
  get(path: RelPath): IndexEntry | undefined;
}

/**
 * Reads an index file of version 2 to 4 (Git's "index-format"). `undefined` where it can't be taken at its word: another
 * version, a split index or another extension that must be understood, or bytes that are no index. Its entries then
 * stand for nothing and contents are hashed instead.
 */
export function readGitIndex(bytes: Buffer, format: DigestFormat): GitIndex | undefined {
  const idBytes = format === "sha256" ? 32 : 20;
  if (bytes.length < HEADER_BYTES + idBytes || bytes.readUInt32BE(0) !== SIGNATURE)
    return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const cursor: Cursor = { at: HEADER_BYTES, name: Buffer.alloc(0) };
  const places = new Map<RelPath, number>();
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const start = cursor.at;
    const flagsAt = start + STAT_BYTES + idBytes;
    if (flagsAt + 2 > bytes.length - idBytes) return undefined;
    const flags = bytes.readUInt16BE(flagsAt);
    const extended = (flags & FLAG.extended) === 0 ? 0 : bytes.readUInt16BE(flagsAt + 2);
    cursor.at = flagsAt + ((flags & FLAG.extended) === 0 ? 2 : 4);
    if (!readName(bytes, cursor, version, start)) return undefined;
    if (isWithoutReserve(bytes, start, flags, extended)) {
      places.set(relPathFromBytes(cursor.name), start);
    }
  }
  if (!extensionsAreKnown(bytes, cursor.at, bytes.length - idBytes)) return undefined;
  return {
    paths: places.keys(),
    get: (path) => {
      const place = places.get(path);
      return place === undefined ? undefined : new PlacedEntry(bytes, place, idBytes);
    },
  };
}

interface Cursor {
  at: number;
  name: Buffer;
}

/** Moves the cursor over a name and to the next entry. False where the bytes end first. */
function readName(bytes: Buffer, cursor: Cursor, version: number, entryStart: number): boolean {
  let kept: Buffer = Buffer.alloc(0);
  if (version === 4) {
    const strip = readStripLength(bytes, cursor);
    if (strip === undefined || strip > cursor.name.length) return false;
    kept = cursor.name.subarray(0, cursor.name.length - strip);
  }
  const end = bytes.indexOf(0, cursor.at);
  if (end === -1) return false;
  const rest = bytes.subarray(cursor.at, end);
  cursor.name = version === 4 ? Buffer.concat([kept, rest]) : rest;
  // Versions 2 and 3 fill up with NULs, at least one, to a multiple of eight.
  cursor.at = version === 4 ? end + 1 : entryStart + (Math.floor((end - entryStart) / 8) + 1) * 8;
  return cursor.at <= bytes.length;
}

/** How many bytes of the last name are dropped: Git's offset encoding, seven bits a byte. */
function readStripLength(bytes: Buffer, cursor: Cursor): number | undefined {
  let byte = bytes[cursor.at];
  cursor.at += 1;
  if (byte === undefined) return undefined;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[cursor.at];
    cursor.at += 1;
    if (byte === undefined || value > 0xffff) return undefined;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return value;
}

function isWithoutReserve(bytes: Buffer, at: number, flags: number, extended: number): boolean {
  const regular = (bytes.readUInt32BE(at + 24) & TYPE_MASK) === REGULAR;
  const reserved = (flags & (FLAG.assumeValid | FLAG.stage)) !== 0;
  const hidden = (extended & (EXTENDED_FLAGS.skipWorktree | EXTENDED_FLAGS.intentToAdd)) !== 0;
  return regular && !reserved && !hidden;
}

/** An entry where it lies: each field is read when it is asked for. */
class PlacedEntry implements IndexEntry {
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #idBytes: number;

  constructor(bytes: Buffer, at: number, idBytes: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#idBytes = idBytes;
  }

  get ctimeSeconds(): number {
    return this.#bytes.readUInt32BE(this.#at);
  }

  get ctimeNs(): number {
    return this.#bytes.readUInt32BE(this.#at + 4);
  }

  get mtimeSeconds(): number {
    return this.#bytes.readUInt32BE(this.#at + 8);
  }

  get mtimeNs(): number {
    return this.#bytes.readUInt32BE(this.#at + 12);
  }

  get ino(): number {
    return this.#bytes.readUInt32BE(this.#at + 20);
  }

  get size(): number {
    return this.#bytes.readUInt32BE(this.#at + 36);
  }

  get blob(): Digest {
    const start = this.#at + STAT_BYTES;
    return this.#bytes.toString("hex", start, start + this.#idBytes) as Digest;
  }
}

/** Extensions whose names start with a capital may be passed over. */
function extensionsAreKnown(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    const name = bytes.toString("latin1", at, at + 4);
    if (!/^[A-Z]/.test(name) && name !== SPARSE_DIRECTORIES) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
