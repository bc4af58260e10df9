import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { errnoOf, isAbsent, systemErrorCode } from "../base/errno.ts";
import { failure, success } from "../base/result.ts";
import { readConfigParts } from "./styles-path.ts";
import { valeConfigNames } from "./vale-config.ts";
import type { Problem } from "../base/problem.ts";
import type { Result } from "../base/result.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import type { Workspace } from "./workspace.ts";

/** Far more than any set of styles holds. */
const MAX_ENTRIES = 20_000;

/**
 * Absolute paths, sorted, whose stamps decide what Vale says in a workspace: the configurations; the names
 * beside them and at the root that would win over them if they appeared; everything below each StylesPath, folders
 * included so that a new file shows in its folder's stamp; named stylesheets. What a link leads to is listed
 * with the link. A path need not exist: that it is absent is what is watched then.
 *
 * @param others further files to watch as they are: settings, hook registrations, a global configuration.
 * @returns `too-many-entries` if a StylesPath holds more than can be watched, `vale-config-unreadable`,
 * `folder-unreadable`.
 */
export function watchedChecks(
  workspace: Workspace,
  configs: readonly ValeConfigRef[],
  others: readonly string[] = [],
): Result<readonly string[]> {
  const watched = new Set(others);
  for (const folder of new Set([workspace.root, ...configs.map(({ file }) => dirname(file))])) {
    for (const name of valeConfigNames) watched.add(join(folder, name));
  }
  for (const { file } of configs) watched.add(file);
  const led = Array.from(watched, leadsTo);
  for (const path of led) watched.add(path);
  const seen = new Set<string>();
  for (const { file } of configs) {
    const parts = readConfigParts(file);
    if (!parts.ok) return parts;
    for (const path of [...parts.value.stylesPaths, ...parts.value.transforms]) {
      const problem = watchTree(path, watched, seen);
      if (problem !== undefined) return failure(problem);
    }
  }
  return success([...watched].sort());
}

/** What a path stands for through links; the path itself where it isn't there or can't be followed. */
function leadsTo(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return path;
    throw error;
  }
}

/** Adds a file or a folder with all below it; links are followed, each real folder is entered once. */
function watchTree(start: string, watched: Set<string>, seen: Set<string>): Problem | undefined {
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    watched.add(path);
    if (watched.size > MAX_ENTRIES) {
      return { code: "too-many-entries", path: start, max: MAX_ENTRIES };
    }
    try {
      const real = realpathSync.native(path);
      watched.add(real);
      if (seen.has(real) || !statSync(real).isDirectory()) continue;
      seen.add(real);
      for (const name of readdirSync(real)) open.push(join(real, name));
    } catch (error) {
      if (isAbsent(error)) continue;
      return { code: "folder-unreadable", path, errno: errnoOf(error) };
    }
  }
  return undefined;
}
