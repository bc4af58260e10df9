import type { StateProblem } from "../base/problem.ts";
import type { Result } from "../base/result.ts";

/** What the system said against an operation on a file of the state. */
export interface StorageFault {
  readonly path: string;
  /** Such as `ENOSPC`. */
  readonly errno: string;
}

export type Stored<T> = Result<T, StorageFault>;

export interface StorageEntry {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly uid: number;
  /** Permission bits. */
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface WriteOptions {
  /**
   * Whether the bytes must be on the disk before the file gets its name. Without it a loss of power
   * may leave an empty file under that name; the end of a process never does.
   */
  readonly durable: boolean;
  /** Asked last before the rename; with false the file stays as it was. */
  readonly mayReplace?: () => Promise<boolean>;
}

/**
 * The few things that the state does on a disk, as a port, so that tests can have one that is full,
 * read-only or torn away. Every file is made 0600 and every folder 0700. A link is never followed to
 * be written through.
 */
export interface Storage {
  /** Undefined where the file isn't there. */
  read(path: string): Promise<Stored<Buffer | undefined>>;
  /** Replaces a file as a whole: a reader sees the old bytes or the new ones. False if `mayReplace` was. */
  writeAtomic(path: string, bytes: Buffer, options: WriteOptions): Promise<Stored<boolean>>;
  /** Makes a file with all its bytes, durably; false if one of that name is there already. */
  createOnce(path: string, bytes: Buffer): Promise<Stored<boolean>>;
  /** Appends by one write call where the system takes it whole. */
  append(path: string, bytes: Buffer): Promise<Stored<void>>;
  rename(from: string, to: string): Promise<Stored<void>>;
  /** Makes a folder and those above it; one that is there is fine. */
  makeFolder(path: string): Promise<Stored<void>>;
  /** Takes the access of others from a file or folder. */
  makePrivate(path: string): Promise<Stored<void>>;
  /** Of the path itself, not of what a link leads to; undefined where nothing is there. */
  entry(path: string): Promise<Stored<StorageEntry | undefined>>;
  /** Names in a folder, sorted; none where it isn't there. */
  list(folder: string): Promise<Stored<readonly string[]>>;
  /** Removes a file or a folder with all in it; nothing there is fine. */
  remove(path: string): Promise<Stored<void>>;
}

export function unwritable(fault: StorageFault): StateProblem {
  return { code: "state-unwritable", path: fault.path, errno: fault.errno };
}

/** The name of a file that {@link Storage.writeAtomic} has not finished. */
export function isUnfinished(name: string): boolean {
  return name.endsWith(".tmp");
}
