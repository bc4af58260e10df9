import { join } from "node:path";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { unwritable, type Storage } from "./storage.ts";
import type { SessionPaths } from "./store-paths.ts";

/** Why a session's state can't be used: `deleted` leaves nothing to keep but the mark that it happened. */
export type SetAsideCause = "damaged" | "version" | "deleted";

/** State that was set aside, until the session says that it was told. */
export interface SetAside {
  readonly problem: StateProblem;
  /** To be added to {@link Session.told} once it was told. */
  readonly toldKey: string;
}

/**
 * Sets a session's folder aside under a name that tells the cause, so that it is neither used nor lost and
 * so that a process that ends before it could say so leaves the word for the next one. To be called with
 * the session's lock held.
 */
export async function setAside(
  storage: Storage,
  paths: SessionPaths,
  cause: SetAsideCause,
  file: string,
): Promise<Result<void, StateProblem>> {
  const names = await storage.list(paths.stateFolder);
  if (!names.ok) return failure(unwritable(names.problem));
  const count = names.value.filter((name) => parseName(paths.name, name) !== undefined).length;
  const target = join(paths.stateFolder, `${paths.name}.${cause}.${count + 1}.${file}`);
  const folder = await storage.entry(paths.folder);
  if (!folder.ok) return failure(unwritable(folder.problem));
  const kept =
    folder.value === undefined
      ? await storage.makeFolder(target)
      : await storage.rename(paths.folder, target);
  return kept.ok ? success(undefined) : failure(unwritable(kept.problem));
}

/** What was set aside of a session, oldest first. */
export async function listSetAside(
  storage: Storage,
  paths: SessionPaths,
): Promise<Result<readonly SetAside[], StateProblem>> {
  const names = await storage.list(paths.stateFolder);
  if (!names.ok) return failure(unwritable(names.problem));
  const found: SetAside[] = [];
  for (const name of names.value) {
    const parsed = parseName(paths.name, name);
    if (parsed !== undefined) found.push({ problem: problemOf(parsed, name), toldKey: name });
  }
  return success(found);
}

/** Whether a name in the state folder is that of something set aside. */
export function isSetAsideName(name: string): boolean {
  return /^[0-9a-f]{32}\.(?:damaged|version|deleted)\.\d+\./.test(name);
}

interface AsideName {
  readonly cause: SetAsideCause;
  readonly file: string;
}

function parseName(session: string, name: string): AsideName | undefined {
  if (!isSetAsideName(name) || !name.startsWith(`${session}.`)) return undefined;
  const [, cause, , ...file] = name.split(".");
  return { cause: cause as SetAsideCause, file: file.join(".") };
}

function problemOf({ cause, file }: AsideName, asideAs: string): StateProblem {
  switch (cause) {
    case "damaged":
      return { code: "state-damaged", file, asideAs };
    case "version":
      return { code: "state-version", file, asideAs };
    case "deleted":
      return { code: "state-deleted" };
  }
}
