import { basename, dirname, join } from "node:path";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { unwritable, type Storage } from "./storage.ts";

/**
 * Makes sure that a folder of the state is there, is ours and is private. Problems: `state-unsafe` where it
 * is a link (or lies in a linked `.codex`, which a workspace could bring along) or another user's, whom
 * it would let write; `state-unwritable`.
 */
export async function secureFolder(
  storage: Storage,
  path: string,
): Promise<Result<void, StateProblem>> {
  const parent = dirname(path);
  if (basename(parent) === ".codex") {
    const above = await storage.entry(parent);
    if (!above.ok) return failure(unwritable(above.problem));
    if (above.value?.kind === "link") return unsafe(parent, "it is a symbolic link");
  }
  // What is there is looked at before anything is made below it.
  const before = await storage.entry(path);
  if (!before.ok) return failure(unwritable(before.problem));
  if (before.value === undefined) {
    const made = await storage.makeFolder(path);
    if (!made.ok && made.problem.errno !== "EEXIST") return failure(unwritable(made.problem));
    if (basename(parent) === ".codex") await keepFromGit(storage, path);
  }
  return await ownAndPrivate(storage, path);
}

/** The folder may become a Git work tree; state that was committed there would only be untidy. */
async function keepFromGit(storage: Storage, path: string): Promise<void> {
  await storage.createOnce(join(path, ".gitignore"), Buffer.from("*\n"));
}

async function ownAndPrivate(storage: Storage, path: string): Promise<Result<void, StateProblem>> {
  const found = await storage.entry(path);
  if (!found.ok) return failure(unwritable(found.problem));
  const entry = found.value;
  if (entry === undefined) return failure({ code: "state-unwritable", path, errno: "ENOENT" });
  if (entry.kind === "link") return unsafe(path, "it is a symbolic link");
  if (entry.kind !== "folder") return unsafe(path, "it is not a folder");
  // Windows has neither owners nor permission bits.
  if (process.getuid === undefined) return success(undefined);
  if (entry.uid !== process.getuid()) return unsafe(path, "it belongs to another user");
  if ((entry.mode & 0o077) === 0) return success(undefined);
  const tightened = await storage.makePrivate(path);
  return tightened.ok ? success(undefined) : failure(unwritable(tightened.problem));
}

function unsafe(path: string, detail: string): Result<never, StateProblem> {
  return failure({ code: "state-unsafe", path, detail });
}
