import { relPathFromBytes, type RelPath } from "../base/rel-path.ts";
import type { Disk, DiskClock } from "./disk.ts";
import type { FileStamp } from "./file-stamp.ts";

/**
 * What the eligible files of a work tree looked like at one moment. Columns, not objects: at 100,000
 * files a look compares them in place. Never changed once made.
 */
export interface Snapshot {
  /** Git's listing, byte for byte (NUL-separated); the names of entries and folders are cut from it. */
  readonly listing: Buffer;
  readonly entries: EntryColumns;
  readonly folders: FolderColumns;
  readonly watched: Watched;
  /** The file system's clock when the newest stamps were taken; 0 where it could not be read. */
  readonly takenAtNs: bigint;
  /** {@link Disk.wallClockLeadMs} at that time. */
  readonly clockLeadMs: number;
  /**
   * Compares listing and stamps with the checksum of the file they were read from. A quiet look needs
   * no such proof: they equal what Git and the disk say, which no damage could bring about.
   */
  readonly isIntact: () => boolean;
}

/** One row an eligible path, in the order of the listing. */
export interface EntryColumns {
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  /** Bits of {@link entryBits}. */
  readonly bits: Uint8Array;
  /** Four a row: mtimeNs, ctimeNs, size, ino; zeros where the entry is absent. */
  readonly stamps: BigInt64Array;
}

export const entryBits = {
  /** No older than the clock it was taken by: a later write could have kept the stamp. */
  racy: 1,
  /** Nothing there, or not a regular file. */
  absent: 2,
  /** The name isn't ASCII: byte and character offsets differ. */
  wide: 4,
  /** A folder above is not a real folder (a symbolic link, or gone): not looked at. */
  shadowed: 8,
} as const;

/**
 * One row a folder that holds entries or such folders; row 0 is the root. A folder's stamp vouches for the
 * kind of what is directly in it, so only folders that hold folders have one; the others' are zeros.
 */
export interface FolderColumns {
  /** An entry below the folder: the folder's path is the start of its name. */
  readonly entries: Uint32Array;
  readonly lengths: Uint16Array;
  readonly parents: Uint32Array;
  /** Bits of {@link folderBits}. */
  readonly bits: Uint8Array;
  readonly stamps: BigInt64Array;
}

export const folderBits = {
  /** Holds folders. */
  inner: 1,
  /** Not a real folder, or below one that isn't. */
  unreal: 2,
  /** As {@link entryBits.racy}. */
  racy: 4,
} as const;

/** Files and folders that decide what Vale says: absolute paths, links followed. An absent one has zeros. */
export interface Watched {
  readonly paths: readonly string[];
  readonly stamps: BigInt64Array;
  /** 1 where the stamp is racy. */
  readonly racy: Uint8Array;
}

export const STAMP_FIELDS = 4;
export const NO_STAMP: FileStamp = { mtimeNs: 0n, ctimeNs: 0n, size: 0n, ino: 0n };

/** Number of entries, absent ones included. */
export function entryCount(snapshot: Snapshot): number {
  return snapshot.entries.starts.length;
}

/** Reads entries' paths off one decoded copy of the listing. */
export function entryNames(snapshot: Snapshot): (index: number) => RelPath {
  const { starts, lengths, bits } = snapshot.entries;
  const text = snapshot.listing.toString("latin1");
  return (index) => {
    const start = starts[index] ?? 0;
    const end = start + (lengths[index] ?? 0);
    if (((bits[index] ?? 0) & entryBits.wide) === 0) return text.slice(start, end) as RelPath;
    return relPathFromBytes(snapshot.listing.subarray(start, end));
  };
}

/** Paths of the regular files of a snapshot, in the order of the listing. */
export function presentPaths(snapshot: Snapshot): RelPath[] {
  const nameOf = entryNames(snapshot);
  const paths: RelPath[] = [];
  for (let index = 0; index < entryCount(snapshot); index += 1) {
    if (isPresent(snapshot, index)) paths.push(nameOf(index));
  }
  return paths;
}

/** Whether an entry was a regular file. */
export function isPresent(snapshot: Snapshot, index: number): boolean {
  return ((snapshot.entries.bits[index] ?? 0) & (entryBits.absent | entryBits.shadowed)) === 0;
}

/** The stamp at a row of a stamp column. */
export function stampAt(stamps: BigInt64Array, row: number): FileStamp {
  const at = row * STAMP_FIELDS;
  return {
    mtimeNs: stamps[at] ?? 0n,
    ctimeNs: stamps[at + 1] ?? 0n,
    size: stamps[at + 2] ?? 0n,
    ino: stamps[at + 3] ?? 0n,
  };
}

export function setStamp(stamps: BigInt64Array, row: number, stamp: FileStamp): void {
  const at = row * STAMP_FIELDS;
  stamps[at] = stamp.mtimeNs;
  stamps[at + 1] = stamp.ctimeNs;
  stamps[at + 2] = stamp.size;
  stamps[at + 3] = stamp.ino;
}

/** Whether a row of a stamp column is exactly this stamp. */
export function rowEquals(stamps: BigInt64Array, row: number, stamp: FileStamp): boolean {
  const at = row * STAMP_FIELDS;
  return (
    stamps[at + 1] === stamp.ctimeNs &&
    stamps[at] === stamp.mtimeNs &&
    stamps[at + 2] === stamp.size &&
    stamps[at + 3] === stamp.ino
  );
}

/** When the stamps of a snapshot were taken. */
export function takenAt(
  disk: Disk,
  clock: DiskClock | undefined,
): Pick<Snapshot, "takenAtNs" | "clockLeadMs"> {
  return { takenAtNs: clock?.ns ?? 0n, clockLeadMs: disk.wallClockLeadMs() };
}

/** A snapshot of nothing: the first look compares against it. */
export function emptySnapshot(): Snapshot {
  return {
    listing: Buffer.alloc(0),
    entries: {
      starts: new Uint32Array(0),
      lengths: new Uint16Array(0),
      bits: new Uint8Array(0),
      stamps: new BigInt64Array(0),
    },
    folders: {
      entries: new Uint32Array(0),
      lengths: new Uint16Array(0),
      parents: new Uint32Array(0),
      bits: new Uint8Array(0),
      stamps: new BigInt64Array(0),
    },
    watched: { paths: [], stamps: new BigInt64Array(0), racy: new Uint8Array(0) },
    takenAtNs: 0n,
    clockLeadMs: 0,
    isIntact: () => true,
  };
}
