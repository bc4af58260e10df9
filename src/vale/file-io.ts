import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  type BigIntStats,
} from "node:fs";
import { errnoOf } from "../base/errno.ts";
import { failure, success, type Result } from "../base/result.ts";

/** What checking must know of the disk; tests bring their own. Paths as `node:fs` takes them, absolute. */
export interface FileIo {
  /** Facts of the entry itself (a link is not followed), or the `errno` name that stood in the way. */
  readonly inspect: (path: string | Buffer) => Result<FileFacts, string>;
  /** The same of what the entry stands for, through any links. */
  readonly follow: (path: string | Buffer) => Result<FileFacts, string>;
  /** The whole content of a regular file, or the `errno` name. Never waits for a FIFO. */
  readonly read: (path: string | Buffer) => Result<Buffer, string>;
}

export interface FileFacts {
  readonly isFile: boolean;
  readonly bytes: number;
  /** Everything of the entry that a write changes. Compared for equality only. */
  readonly stamp: string;
  /** The later of the times of content and entry, epoch milliseconds. */
  readonly changedMs: number;
}

/** The real disk. */
export const nodeFileIo: FileIo = {
  inspect: (path) => expectErrno(() => factsOf(lstatSync(path, { bigint: true }))),
  follow: (path) => expectErrno(() => factsOf(statSync(path, { bigint: true }))),
  read: (path) => {
    const opened = expectErrno(() => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    if (!opened.ok) return opened;
    try {
      const read = expectErrno(() =>
        fstatSync(opened.value).isFile() ? readFileSync(opened.value) : undefined,
      );
      if (!read.ok) return read;
      return read.value === undefined ? failure("not a regular file") : success(read.value);
    } finally {
      closeSync(opened.value);
    }
  },
};

/** The text of a regular file on the real disk; nothing where it can't be read: its check says so. */
export function readFileText(path: string | Buffer): string | undefined {
  const read = nodeFileIo.read(path);
  return read.ok ? read.value.toString("utf8") : undefined;
}

function factsOf(stat: BigIntStats): FileFacts {
  const { mtimeNs, ctimeNs, size, ino, dev, mode } = stat;
  return {
    isFile: stat.isFile(),
    bytes: Number(size),
    stamp: [mtimeNs, ctimeNs, size, ino, dev, mode].join(),
    changedMs: Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n),
  };
}

function expectErrno<T>(work: () => T): Result<T, string> {
  try {
    return success(work());
  } catch (error) {
    return failure(errnoOf(error));
  }
}
