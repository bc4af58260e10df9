import { constants } from "node:fs";
import { chmod, link, lstat, mkdir, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { failure, success } from "../base/result.ts";
import { READ_ONLY } from "./regular-file.ts";
import type { Storage, StorageEntry, Stored, WriteOptions } from "./storage.ts";
import { systemErrorCode } from "../base/errno.ts";
import { unless } from "./system-error.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * The real disk.
 *
 * Files are replaced by our own few lines instead of write-file-atomic, for three reasons: that takes a
 * short write (a disk that has just become full) for a whole one and renames the rest away, it follows a
 * link at the destination, and it has no place to ask again directly before the rename.
 */
export const nodeStorage: Storage = {
  read: (path) => attempt(path, () => unlessAbsent(() => readRegular(path))),
  writeAtomic: (path, bytes, options) => attempt(path, () => replaceFile(path, bytes, options)),
  createOnce: (path, bytes) => attempt(path, () => createFile(path, bytes)),
  append: (path, bytes) => attempt(path, () => appendBytes(path, bytes)),
  rename: (from, to) => attempt(to, () => rename(from, to)),
  makeFolder: (path) =>
    attempt(path, async () => {
      await mkdir(path, { recursive: true, mode: FOLDER_MODE });
    }),
  makePrivate: (path) => attempt(path, async () => chmod(path, await privateMode(path))),
  entry: (path) => attempt(path, () => unlessAbsent(() => entryOf(path))),
  list: (folder) =>
    attempt(folder, async () => ((await unlessAbsent(() => readdir(folder))) ?? []).sort()),
  remove: (path) => attempt(path, () => rm(path, { recursive: true, force: true })),
};

/** Fails with `EISDIR` for anything but a regular file, and waits for no pipe. */
async function readRegular(path: string): Promise<Buffer> {
  const file = await open(path, READ_ONLY);
  try {
    if ((await file.stat()).isFile()) return await file.readFile();
    throw Object.assign(new Error(`${path} is no regular file`), {
      code: "EISDIR",
      syscall: "read",
    });
  } finally {
    await file.close();
  }
}

async function replaceFile(path: string, bytes: Buffer, options: WriteOptions): Promise<boolean> {
  const unfinished = await writeUnfinished(path, bytes, options.durable);
  try {
    if (options.mayReplace !== undefined && !(await options.mayReplace())) return false;
    await rename(unfinished, path);
    return true;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A second name for a finished file can only be given while nobody else has it. */
async function createFile(path: string, bytes: Buffer): Promise<boolean> {
  const unfinished = await writeUnfinished(path, bytes, true);
  try {
    await link(unfinished, path);
    return true;
  } catch (error) {
    const errno = systemErrorCode(error) ?? "";
    if (errno === "EEXIST") return false;
    if (!linkUnsupported.has(errno)) throw error;
    return await createWithoutLink(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

const linkUnsupported: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** On a file system without hard links two holders of one lock are told apart a moment earlier only. */
async function createWithoutLink(unfinished: string, path: string): Promise<boolean> {
  if ((await unlessAbsent(() => lstat(path))) !== undefined) return false;
  await rename(unfinished, path);
  return true;
}

async function writeUnfinished(path: string, bytes: Buffer, durable: boolean): Promise<string> {
  counter += 1;
  const unfinished = `${path}.${process.pid}-${counter}.tmp`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, "wx", FILE_MODE);
  try {
    await file.writeFile(bytes);
    if (durable) await file.sync();
  } catch (error) {
    await unlink(unfinished);
    throw error;
  } finally {
    await file.close();
  }
  return unfinished;
}

let counter = 0;

async function appendBytes(path: string, bytes: Buffer): Promise<void> {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  // Windows has no O_NOFOLLOW, and links there need a privilege.
  const unfollowed = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const flags = O_APPEND | O_CREAT | O_WRONLY | unfollowed;
  const file = await open(path, flags, FILE_MODE);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

async function entryOf(path: string): Promise<StorageEntry> {
  const stat = await lstat(path);
  const kind = stat.isSymbolicLink()
    ? "link"
    : stat.isFile()
      ? "file"
      : stat.isDirectory()
        ? "folder"
        : "other";
  return { kind, uid: stat.uid, mode: stat.mode & 0o777, size: stat.size, mtimeMs: stat.mtimeMs };
}

async function privateMode(path: string): Promise<number> {
  return (await lstat(path)).isDirectory() ? FOLDER_MODE : FILE_MODE;
}

function unlessAbsent<T>(action: () => Promise<T>): Promise<T | undefined> {
  return unless(["ENOENT"], action);
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<Stored<T>> {
  try {
    return success(await action());
  } catch (error) {
    const errno = systemErrorCode(error);
    if (errno === undefined) throw error;
    return failure({ path, errno });
  }
}
