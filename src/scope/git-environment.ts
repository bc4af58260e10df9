import { realpathSync } from "node:fs";
import { dirname } from "node:path";

import { searchPathOutside } from "../base/search-path.ts";
import { errnoOf } from "../base/errno.ts";

/**
 * Variables that would point Git at another repository, index or configuration than the one asked for:
 * what `git rev-parse --local-env-vars` prints, and those that change what a command reads or prints.
 */
const misleading: ReadonlySet<string> = new Set([
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_ATTR_SOURCE",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIFF_OPTS",
  "GIT_DIR",
  "GIT_EXTERNAL_DIFF",
  "GIT_GLOB_PATHSPECS",
  "GIT_GRAFT_FILE",
  "GIT_ICASE_PATHSPECS",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_LITERAL_PATHSPECS",
  "GIT_NAMESPACE",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
]);

/**
 * The environment of every Git that valehook starts: Git finds the repository from its working folder
 * alone and never above `root`, takes no lock that the person could run into, fetches nothing (no
 * transport is allowed, for a Git that doesn't know `GIT_NO_LAZY_FETCH`), asks nothing, and speaks English. Git itself and
 * what it starts are never looked for in the workspace, where anybody could have put them.
 */
export function gitEnvironment(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !misleading.has(name));
  return {
    ...Object.fromEntries(kept),
    GIT_ALLOW_PROTOCOL: "none",
    GIT_CEILING_DIRECTORIES: dirname(root),
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
    ...(env["PATH"] === undefined ? {} : { PATH: searchPathOutside(env["PATH"], root, realPath) }),
  };
}

function realPath(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    errnoOf(error);
    return undefined;
  }
}

/** Configuration of every command: no program that the repository names may watch its files. */
export const gitConfig: readonly string[] = ["core.fsmonitor=false"];
