import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { decodeTable, encodeSegment } from "./digest-table.ts";
import { unwritable, type Storage } from "./storage.ts";

/** A {@link DigestTable} that is kept in a file, with what was added since it was read. */
export interface DigestFile {
  /** A key is 32 hex digits, as `textDigest` makes them. */
  get(key: string): number | undefined;
  /** @param value 0 to 2³²−1 */
  set(key: string, value: number): void;
  /** Whether a flush would write. */
  hasNew(): boolean;
  /** Writes what was set since the last flush; nothing new writes nothing. Problem: `state-unwritable`. */
  flush(): Promise<Result<void, StateProblem>>;
}

/**
 * Opens a table; a file that isn't there is an empty one. Processes that write at once each append their
 * own; only where the file has grown by half over `maxKeys` is it written anew with the newest
 * `maxKeys`, and what another appends in that moment is forgotten. It then has to be found out again,
 * which is all that a loss here ever costs.
 */
export async function openDigestFile(
  storage: Storage,
  path: string,
  maxKeys: number,
): Promise<Result<DigestFile, StateProblem>> {
  const bytes = await storage.read(path);
  if (!bytes.ok) return failure(unwritable(bytes.problem));
  const table = decodeTable(bytes.value ?? Buffer.alloc(0));
  const added = new Map<string, number>();
  const unsaved = new Map<string, number>();

  const write = async () => {
    if (table.records + added.size <= maxKeys * 1.5) {
      return await storage.append(path, encodeSegment([...unsaved]));
    }
    // Read again, for others may have appended since.
    const now = await storage.read(path);
    if (!now.ok) return now;
    const all = new Map(decodeTable(now.value ?? Buffer.alloc(0)).entries());
    for (const [key, value] of unsaved) {
      all.delete(key);
      all.set(key, value);
    }
    const newest = [...all].slice(-maxKeys);
    return await storage.writeAtomic(path, encodeSegment(newest), { durable: false });
  };

  return success({
    get: (key) => added.get(key) ?? table.get(key),
    set: (key, value) => {
      if ((added.get(key) ?? table.get(key)) === value) return;
      added.set(key, value);
      unsaved.set(key, value);
    },
    hasNew: () => unsaved.size > 0,
    flush: async () => {
      if (unsaved.size === 0) return success(undefined);
      const written = await write();
      if (!written.ok) return failure(unwritable(written.problem));
      unsaved.clear();
      return success(undefined);
    },
  });
}
