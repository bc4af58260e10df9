import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { HeldLock } from "./lock.ts";
import { encodeSession, generationOf, saysTheSame } from "./session-codec.ts";
import type { Session } from "./session.ts";
import { secureFolder } from "./state-folder.ts";
import { unwritable, type Storage, type Stored } from "./storage.ts";
import type { SessionPaths } from "./store-paths.ts";

export interface SaveContext {
  readonly storage: Storage;
  readonly paths: SessionPaths;
  readonly held: HeldLock;
}

/** `conflict`: another holder of the lock has written since the load, and nothing of it was overwritten. */
export type Saved = Result<"saved" | "conflict", StateProblem>;

/** The generation of the first session file. */
const FIRST_GENERATION = 1;

/**
 * Saves the next session, if it says anything new, then the snapshot of its look. In this order: a crash
 * between the two makes the next look see the same changes again, which is harmless, and never less.
 * The snapshot isn't forced to the disk, for it can be had from the baseline again.
 */
export async function saveSession(
  context: SaveContext,
  before: Session,
  next: Session,
  current: Buffer | undefined,
): Promise<Saved> {
  const changed = !saysTheSame(before, next);
  const generation = before.generation + (changed ? 1 : 0);
  if (changed) {
    const bytes = encodeSession({ ...next, generation });
    const saved = await replace(context, "session", bytes, before.generation);
    if (!saved.ok || saved.value === "conflict") return saved;
  }
  if (current === undefined) return success("saved");
  return await replace(context, "current", current, generation);
}

/**
 * Starts a session: its files first, the baseline last, so that nothing counts before all of it is there.
 * The baseline is made, never replaced: of two that start at once, the first wins.
 * @param leftover generation of what an interrupted start left
 */
export async function startSession(
  context: SaveContext,
  leftover: number | undefined,
  session: Session,
  files: { readonly baseline: Buffer; readonly baselineLines: Buffer | undefined },
): Promise<Saved> {
  const { storage, paths } = context;
  const secured = await secureFolder(storage, paths.folder);
  if (!secured.ok) return secured;
  const generation = FIRST_GENERATION;
  const writes: [ReplacedFile, Buffer, number | undefined][] = [
    ["session", encodeSession({ ...session, generation }), leftover],
    ["current", files.baseline, generation],
  ];
  if (files.baselineLines !== undefined) {
    writes.push(["baselineLines", files.baselineLines, generation]);
  } else {
    const removed = await storage.remove(paths.baselineLines);
    if (!removed.ok) return failure(unwritable(removed.problem));
  }
  for (const [file, bytes, expected] of writes) {
    const written = await replace(context, file, bytes, expected);
    if (!written.ok || written.value === "conflict") return written;
  }
  return savedOf(await storage.createOnce(paths.baseline, files.baseline));
}

type ReplacedFile = "session" | "current" | "baselineLines";

async function replace(
  context: SaveContext,
  file: ReplacedFile,
  bytes: Buffer,
  expected: number | undefined,
): Promise<Saved> {
  const { storage, paths, held } = context;
  return savedOf(
    await storage.writeAtomic(paths[file], bytes, {
      durable: file !== "current",
      mayReplace: async () => {
        const found = await storage.read(paths.session);
        if (!found.ok || held.isLost()) return false;
        const generation = found.value === undefined ? undefined : generationOf(found.value);
        return generation === expected;
      },
    }),
  );
}

function savedOf(written: Stored<boolean>): Saved {
  if (!written.ok) return failure(unwritable(written.problem));
  return success(written.value ? "saved" : "conflict");
}
