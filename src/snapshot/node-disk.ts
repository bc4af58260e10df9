import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { diskPath, hasEscapedBytes, type RelPath } from "../base/rel-path.ts";
import { errnoOf } from "../base/errno.ts";
import { fastLstat } from "./fast-lstat.ts";
import { isRegularFile, type Disk, type DiskClock, type DiskStat, type FileRead } from "./disk.ts";

const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;
/** A file that is swapped for a link or a FIFO between `lstat` and `open` is neither followed nor waited for. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CLOCK_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOENT", "ENOTDIR"]);

/**
 * The real disk below `root`. A file in `stateFolder` is touched to read the file system's clock; where that folder isn't there (yet)
 * or can't be written, there is no clock and every stamp is racy. Where the process works in `root`, paths stay relative: the
 * system then walks fewer components, which is a tenth of a whole look.
 */
export function nodeDisk(root: string, stateFolder: string): Disk {
  const relative = process.cwd() === root;
  const prefix = root.endsWith("/") ? root : `${root}/`;
  const locate = (path: RelPath): string | Buffer => {
    if (hasEscapedBytes(path)) return diskPath(root, path);
    return relative && path !== "" ? path : prefix + path;
  };
  const fast = fastLstat();
  return {
    lstat: (path) => {
      const place = locate(path);
      return fast === undefined || typeof place !== "string"
        ? lstatSync(place, STAT_OPTIONS)
        : fast(place);
    },
    statWatched: (path) => statSync(path, STAT_OPTIONS),
    readFile: (path, maxBytes) => readRegularFile(locate(path), maxBytes),
    touchClock: () => touchClock(`${stateFolder}/clock`),
    pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    wallClockLeadMs: () => Date.now() - Number(process.hrtime.bigint() / 1_000_000n),
  };
}

function readRegularFile(path: string | Buffer, maxBytes: number): FileRead {
  let handle: number;
  try {
    handle = openSync(path, READ_FLAGS);
  } catch (error) {
    return readFailure(errnoOf(error));
  }
  try {
    const stat: DiskStat = fstatSync(handle, { bigint: true });
    if (!isRegularFile(stat)) return { kind: "not-regular" };
    if (stat.size > BigInt(maxBytes)) return { kind: "too-large", bytes: Number(stat.size) };
    return readAll(handle, Number(stat.size), maxBytes);
  } catch (error) {
    return { kind: "failed", errno: errnoOf(error) };
  } finally {
    closeSync(handle);
  }
}

/** Reads to the end, however the size changes meanwhile. */
function readAll(handle: number, expected: number, maxBytes: number): FileRead {
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const got = readSync(handle, buffer, length, buffer.length - length, null);
    if (got === 0) return { kind: "read", bytes: buffer.subarray(0, length) };
    length += got;
    if (length > maxBytes) return { kind: "too-large", bytes: length };
    if (length === buffer.length) {
      buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, maxBytes + 1));
    }
  }
}

function readFailure(errno: string): FileRead {
  if (errno === "ENOENT" || errno === "ENOTDIR") return { kind: "absent" };
  // O_NOFOLLOW on a symbolic link; a socket can't be opened at all.
  if (errno === "ELOOP" || errno === "ENXIO") return { kind: "not-regular" };
  return { kind: "failed", errno };
}

function touchClock(file: string): DiskClock | undefined {
  let handle: number;
  try {
    handle = openSync(file, CLOCK_FLAGS, 0o600);
  } catch (error) {
    if (UNWRITABLE.has(errnoOf(error))) return undefined;
    throw error;
  }
  try {
    const now = Date.now() / 1000;
    futimesSync(handle, now, now);
    // The time that was asked for says nothing of the granule; the change time is the file system's own.
    const stat = fstatSync(handle, { bigint: true });
    return { ns: stat.ctimeNs, dev: stat.dev };
  } finally {
    closeSync(handle);
  }
}
