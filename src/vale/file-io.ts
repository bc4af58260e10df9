import { lstatSync, readFileSync } from "node:fs";
import { failure, success, type Result } from "../base/result.ts";

/** What checking must know of the disk; tests bring their own. Paths as `node:fs` takes them, absolute. */
export interface FileIo {
  /** Facts of the entry itself (a link is not followed), or the `errno` name that stood in the way. */
  readonly inspect: (path: string | Buffer) => Result<FileFacts, string>;
  /** The whole content, or the `errno` name. */
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
  inspect: (path) =>
    expectErrno(() => {
      const stat = lstatSync(path, { bigint: true });
      return {
        isFile: stat.isFile(),
        bytes: Number(stat.size),
        stamp: [stat.mtimeNs, stat.ctimeNs, stat.size, stat.ino, stat.dev, stat.mode].join(),
        changedMs: Number((stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs) / 1_000_000n),
      };
    }),
  read: (path) => expectErrno(() => readFileSync(path)),
};

function expectErrno<T>(work: () => T): Result<T, string> {
  try {
    return success(work());
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (typeof code !== "string") throw error;
    return failure(code);
  }
}
