import { isAbsolute, join } from "node:path";
import * as v from "valibot";
import { limits } from "../base/limits.ts";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { nodeStorage } from "./node-storage.ts";
import { parseJson } from "./parse-json.ts";
import { secureFolder } from "./state-folder.ts";
import { unwritable, type Storage } from "./storage.ts";
import { isSessionFolderName, sessionFolderName } from "./store-paths.ts";

/**
 * What is known of a session outside its workspaces: the roots that it worked in, and what was said
 * where a workspace's own state can't keep it. Appended to, never rewritten, so that hooks that run at
 * once lose nothing; a line that was cut short is passed over.
 */
export interface SessionRoots {
  /** The workspaces in which the session took a baseline, in that order. */
  roots(): Promise<Result<readonly string[], StateProblem>>;
  /** Adds a root; one that is known is fine. */
  addRoot(root: string): Promise<Result<void, StateProblem>>;
  /** Whether a key was marked as said. */
  wasSaid(key: string): Promise<Result<boolean, StateProblem>>;
  markSaid(key: string): Promise<Result<void, StateProblem>>;
}

/** @param folder of {@link userSessionsFolder}; undefined makes every call a `state-unwritable` */
export function openSessionRoots(options: {
  readonly folder: string | undefined;
  readonly sessionId: string;
  readonly storage?: Storage;
}): SessionRoots {
  const { folder } = options;
  const storage = options.storage ?? nodeStorage;
  if (folder === undefined) return homeless;
  const path = join(folder, sessionFolderName(options.sessionId));

  const read = async (): Promise<Result<readonly Line[], StateProblem>> => {
    const bytes = await storage.read(path);
    if (!bytes.ok) return failure(unwritable(bytes.problem));
    return success(parseLines(bytes.value?.toString("utf8") ?? ""));
  };
  const has = async (line: Line): Promise<Result<boolean, StateProblem>> => {
    const lines = await read();
    return lines.ok ? success(lines.value.some((known) => isSame(known, line))) : lines;
  };
  const add = async (line: Line): Promise<Result<void, StateProblem>> => {
    const known = await has(line);
    if (!known.ok) return known;
    if (known.value) return success(undefined);
    const secured = await secureFolder(storage, folder);
    if (!secured.ok) return secured;
    // The line end before it parts it from a line that was cut short.
    const added = await storage.append(path, Buffer.from(`\n${JSON.stringify(line)}\n`, "utf8"));
    return added.ok ? added : failure(unwritable(added.problem));
  };

  return {
    roots: async () => {
      const lines = await read();
      if (!lines.ok) return lines;
      const roots = lines.value.flatMap((line) => ("root" in line ? [line.root] : []));
      return success([...new Set(roots)]);
    },
    addRoot: (root) => add({ root }),
    wasSaid: (key) => has({ said: key }),
    markSaid: (key) => add({ said: key }),
  };
}

/** Removes the lists that nothing was added to for 90 days. A folder that isn't there has none. */
export async function expireSessionRoots(
  folder: string,
  nowMs: number,
  storage: Storage = nodeStorage,
): Promise<Result<void, StateProblem>> {
  const names = await storage.list(folder);
  if (!names.ok) return failure(unwritable(names.problem));
  for (const name of names.value.filter(isSessionFolderName)) {
    const path = join(folder, name);
    const entry = await storage.entry(path);
    if (!entry.ok) return failure(unwritable(entry.problem));
    if (entry.value === undefined || nowMs - entry.value.mtimeMs <= limits.rootsAgeMs) continue;
    const removed = await storage.remove(path);
    if (!removed.ok) return failure(unwritable(removed.problem));
  }
  return success(undefined);
}

const lineSchema = v.union([
  v.strictObject({ root: v.pipe(v.string(), v.check(isAbsolute)) }),
  v.strictObject({ said: v.string() }),
]);
type Line = v.InferOutput<typeof lineSchema>;

function parseLines(text: string): Line[] {
  return text.split("\n").flatMap((line) => {
    const parsed = v.safeParse(lineSchema, parseJson(line));
    return parsed.success ? [parsed.output] : [];
  });
}

function isSame(a: Line, b: Line): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const noFolder: Result<never, StateProblem> = failure({
  code: "state-unwritable",
  path: "$XDG_STATE_HOME",
  errno: "ENOENT",
});

const homeless: SessionRoots = {
  roots: () => Promise.resolve(noFolder),
  addRoot: () => Promise.resolve(noFolder),
  wasSaid: () => Promise.resolve(noFolder),
  markSaid: () => Promise.resolve(noFolder),
};
