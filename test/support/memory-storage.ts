import { failure, success } from "../../src/base/result.ts";
import type { Storage, StorageEntry, Stored, WriteOptions } from "../../src/state/storage.ts";

type Node = { readonly kind: "folder" } | { readonly kind: "file"; readonly bytes: Buffer };

/** What a memory disk keeps: absolute paths with `/`. */
export class MemoryDisk {
  readonly nodes = new Map<string, Node>();

  /** A copy, so that one history can be continued in two ways. */
  copy(): MemoryDisk {
    const copy = new MemoryDisk();
    for (const [path, node] of this.nodes) copy.nodes.set(path, node);
    return copy;
  }

  bytes(path: string): Buffer | undefined {
    const node = this.nodes.get(path);
    return node?.kind === "file" ? node.bytes : undefined;
  }

  write(path: string, bytes: Buffer): void {
    this.nodes.set(path, { kind: "file", bytes: Buffer.from(bytes) });
  }

  /** Files whose path ends so. */
  named(ending: string): string[] {
    return [...this.nodes.keys()].filter((path) => path.endsWith(ending));
  }

  below(path: string): string[] {
    return [...this.nodes.keys()].filter((one) => one === path || one.startsWith(`${path}/`));
  }
}

export type Operation = keyof Storage;

/** Called before each operation: it may wait, throw (the process is killed) or name an errno. */
export type Before = (operation: Operation, path: string) => Promise<string | undefined>;

/** The storage of one process on a memory disk that it may share with others. */
export function memoryStorage(
  disk: MemoryDisk,
  before: Before = () => Promise.resolve(undefined),
): Storage {
  const run = async <T>(
    operation: Operation,
    path: string,
    action: () => T | Promise<T>,
  ): Promise<Stored<T>> => {
    const errno = await before(operation, path);
    if (errno !== undefined) return failure({ path, errno });
    return success(await action());
  };
  const entryOf = (path: string): StorageEntry | undefined => {
    const node = disk.nodes.get(path);
    if (node === undefined) return undefined;
    const uid = process.getuid?.() ?? 0;
    const size = node.kind === "file" ? node.bytes.length : 0;
    return { kind: node.kind, uid, mode: 0o700, size, mtimeMs: 0 };
  };
  const replace = async (path: string, bytes: Buffer, options: WriteOptions): Promise<boolean> => {
    if (options.mayReplace !== undefined && !(await options.mayReplace())) return false;
    disk.write(path, bytes);
    return true;
  };
  return {
    read: (path) => run("read", path, () => disk.bytes(path)),
    writeAtomic: (path, bytes, options) =>
      run("writeAtomic", path, () => replace(path, bytes, options)),
    createOnce: (path, bytes) =>
      run("createOnce", path, () => {
        if (disk.nodes.has(path)) return false;
        disk.write(path, bytes);
        return true;
      }),
    append: (path, bytes) =>
      run("append", path, () => {
        disk.write(path, Buffer.concat([disk.bytes(path) ?? Buffer.alloc(0), bytes]));
      }),
    rename: (from, to) =>
      run("rename", from, () => {
        for (const path of disk.below(from)) {
          const node = disk.nodes.get(path);
          disk.nodes.delete(path);
          if (node !== undefined) disk.nodes.set(to + path.slice(from.length), node);
        }
      }),
    makeFolder: (path) =>
      run("makeFolder", path, () => {
        disk.nodes.set(path, { kind: "folder" });
      }),
    makePrivate: (path) => run("makePrivate", path, () => undefined),
    entry: (path) => run("entry", path, () => entryOf(path)),
    list: (folder) =>
      run("list", folder, () => {
        const names = new Set<string>();
        for (const path of disk.below(folder)) {
          const [name] = path.slice(folder.length + 1).split("/");
          if (name !== undefined && name !== "") names.add(name);
        }
        return [...names].toSorted((a, b) => (a < b ? -1 : 1));
      }),
    remove: (path) =>
      run("remove", path, () => {
        for (const one of disk.below(path)) disk.nodes.delete(one);
      }),
  };
}
