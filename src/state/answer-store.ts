import { join } from "node:path";

import { limits } from "../base/limits.ts";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { decodeAnswers, encodeAnswer, type AnswerLine, type Answers } from "./answer-segments.ts";
import { nodeStorage } from "./node-storage.ts";
import { secureFolder } from "./state-folder.ts";
import { unwritable, type Storage, type Stored } from "./storage.ts";

/**
 * Vale's answers for the baseline texts of files, remembered for a workspace and shared by its sessions and scans, so that
 * a file with older findings costs one run of Vale at its next change, not two. Digests and line numbers only. Keys are those
 * of `textDigest`.
 */
export interface AnswerStore {
  /** The file is read when the first answer is asked for; one that can't be read knows none. */
  get(key: string): Promise<readonly AnswerLine[] | undefined>;
  set(key: string, lines: readonly AnswerLine[]): void;
  /** Writes what is new. Problems: `state-unwritable`, `state-unsafe`; nothing but time is lost then. */
  flush(): Promise<Result<void, StateProblem>>;
}

/** The file's name in the state folder. */
export const answersFile = "answers";

/** Opens the answers of a workspace; the state folder is made only when there is something to write. */
export function openAnswerStore(
  stateFolder: string,
  storage: Storage = nodeStorage,
  maxBytes: number = limits.rememberedAnswerBytes,
): AnswerStore {
  const path = join(stateFolder, answersFile);
  const added = new Map<string, readonly AnswerLine[]>();
  let reading: Promise<Stored<{ readonly answers: Answers; readonly bytes: number }>> | undefined;
  const read = async () => {
    const stored = await storage.read(path);
    if (!stored.ok) return stored;
    const bytes = stored.value ?? Buffer.alloc(0);
    return success({ answers: decodeAnswers(bytes), bytes: bytes.length });
  };
  return {
    get: async (key) => {
      reading ??= read();
      const known = await reading;
      return added.get(key) ?? (known.ok ? known.value.answers.get(key) : undefined);
    },
    set: (key, lines) => {
      added.set(key, lines);
    },
    flush: async () => {
      const segments = [...added].map(([key, lines]) => [key, encodeAnswer(key, lines)] as const);
      // A text with more findings than fit beside others is asked about again.
      const kept = segments.filter(([, bytes]) => bytes.length <= maxBytes / 4);
      if (kept.length === 0) return success(undefined);
      const secured = await secureFolder(storage, stateFolder);
      if (!secured.ok) return secured;
      // Read again, for others may have written since.
      const now = await read();
      if (!now.ok) return failure(unwritable(now.problem));
      const written = await write(storage, path, now.value, kept, maxBytes);
      if (!written.ok) return failure(unwritable(written.problem));
      added.clear();
      reading = undefined;
      return success(undefined);
    },
  };
}

type Segment = readonly [key: string, bytes: Buffer];

/**
 * Each process appends its own; only a file that has grown by half over its bound is written anew with the newest, and what
 * another appends in that moment is forgotten: it is found out again, which is all that a loss here costs.
 */
async function write(
  storage: Storage,
  path: string,
  now: { readonly answers: Answers; readonly bytes: number },
  kept: readonly Segment[],
  maxBytes: number,
): Promise<Stored<unknown>> {
  const appended = Buffer.concat(kept.map(([, bytes]) => bytes));
  if (now.bytes + appended.length <= maxBytes * 1.5) return await storage.append(path, appended);
  const all = new Map(now.answers.segments());
  for (const [key, bytes] of kept) {
    all.delete(key);
    all.set(key, bytes);
  }
  const newest: Buffer[] = [];
  let room = maxBytes;
  for (const bytes of [...all.values()].toReversed()) {
    room -= bytes.length;
    if (room < 0) break;
    newest.unshift(bytes);
  }
  return await storage.writeAtomic(path, Buffer.concat(newest), { durable: false });
}
