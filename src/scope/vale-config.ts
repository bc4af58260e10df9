import { lstatSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { errnoOf, isAbsent } from "../base/errno.ts";
import { failure, success } from "../base/result.ts";
import { diskPath, hasEscapedBytes } from "../base/rel-path.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import type { ValeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/** Vale's own names of a configuration, in its order (Vale 3.15 and 3.22). */
export const valeConfigNames: readonly string[] = [
  ".vale",
  "_vale",
  "vale.ini",
  ".vale.ini",
  "_vale.ini",
];

/** A configuration that was named instead of found. */
export interface ConfigOverride {
  /** Absolute, or relative to the workspace's root. */
  readonly path: string;
  /** What named it: `--config` or `VALE_CONFIG_PATH`. */
  readonly namedBy: string;
}

/** Tells the configuration that applies to a file; nothing if there is none. */
export type ConfigFinder = (path: RelPath) => Result<ValeConfigRef | undefined, ValeProblem>;

/** Whether a file could be a Vale configuration by its name. */
export function isValeConfigName(path: string): boolean {
  return valeConfigNames.includes(basename(path));
}

/** The override that a command line or the environment names; the command line wins. */
export function configOverride(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
): ConfigOverride | undefined {
  if (option !== undefined) return { path: option, namedBy: "--config" };
  const path = env["VALE_CONFIG_PATH"];
  return path === undefined || path === "" ? undefined : { path, namedBy: "VALE_CONFIG_PATH" };
}

/**
 * Makes a finder of Vale configurations: the nearest one at or above a file, never above the workspace's root;
 * it is run from its own folder. Under an override that one holds for every file, run from the root. Each folder
 * is looked into once in the finder's life.
 *
 * Problems: `vale-config-missing` if what was named isn't there, `vale-config-unreadable` if it is no
 * regular file, or if the nearest configuration is a link to nothing or has a name that is not UTF-8.
 */
export function makeConfigFinder(workspace: Workspace, override?: ConfigOverride): ConfigFinder {
  if (override !== undefined) {
    const named = namedConfig(workspace, override);
    return () => named;
  }
  const known = new Map<string, ReturnType<ConfigFinder>>();
  const inFolder = (folder: string): ReturnType<ConfigFinder> => {
    const memo = known.get(folder);
    if (memo !== undefined) return memo;
    const own = configIn(workspace.root, folder);
    const found =
      own.ok && own.value === undefined && folder !== "" ? inFolder(parent(folder)) : own;
    known.set(folder, found);
    return found;
  };
  return (path) => inFolder(parent(path));
}

/** {@link makeConfigFinder} for one file. */
export function findValeConfig(
  workspace: Workspace,
  path: RelPath,
  override?: ConfigOverride,
): ReturnType<ConfigFinder> {
  return makeConfigFinder(workspace, override)(path);
}

function namedConfig(workspace: Workspace, named: ConfigOverride): ReturnType<ConfigFinder> {
  const file = resolve(workspace.root, named.path);
  try {
    if (!statSync(file).isFile()) {
      return failure({ code: "vale-config-unreadable", path: file, errno: "not a regular file" });
    }
    return success({ file, folder: workspace.root });
  } catch (error) {
    if (isAbsent(error)) {
      return failure({ code: "vale-config-missing", path: file, namedBy: named.namedBy });
    }
    return failure({ code: "vale-config-unreadable", path: file, errno: errnoOf(error) });
  }
}

/**
 * A folder's own configuration. Folders of such a name (`.vale` often holds styles) are passed over, as Vale
 * does; a link to nothing is not, for someone meant it to hold.
 */
function configIn(root: string, folder: string): ReturnType<ConfigFinder> {
  for (const name of valeConfigNames) {
    const path = (folder === "" ? name : `${folder}/${name}`) as RelPath;
    const errno = lookAt(diskPath(root, path));
    if (errno === "not a file") continue;
    const file = join(root, path);
    if (errno !== undefined) {
      return failure({ code: "vale-config-unreadable", path: file, errno });
    }
    // Vale can't be handed a working folder whose name is not UTF-8.
    if (hasEscapedBytes(folder)) {
      return failure({ code: "vale-config-unreadable", path: file, errno: "EILSEQ" });
    }
    return success({ file, folder: join(root, folder) });
  }
  return success(undefined);
}

/** Nothing if there is a regular file, behind links or not; else what stands in the way. */
function lookAt(file: string | Buffer): string | undefined {
  try {
    // Most folders have none: asked so, the system's answer costs no error object.
    const own = lstatSync(file, { throwIfNoEntry: false });
    if (own === undefined) return "not a file";
    return (own.isSymbolicLink() ? statSync(file) : own).isFile() ? undefined : "not a file";
  } catch (error) {
    return errnoOf(error) === "ENOTDIR" ? "not a file" : errnoOf(error);
  }
}

function parent(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}
