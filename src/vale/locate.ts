import { realpathSync } from "node:fs";
import { access, constants, realpath, stat } from "node:fs/promises";
import { isAbsolute, sep } from "node:path";
import { errnoOf } from "../base/errno.ts";
import { failure, success, type Result } from "../base/result.ts";
import { searchPathOutside } from "../base/search-path.ts";
import { valePlaces } from "./vale-places.ts";
import type { ValeProgram } from "./vale-program.ts";

export interface LocateOptions {
  /** A Vale that the person's configuration names; `VALEHOOK_VALE` comes before it. */
  readonly named?: { readonly path: string; readonly namedBy: string } | undefined;
  /** Whether programs inside the workspace may be used. */
  readonly trusted: boolean;
  /** Absolute workspace root. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where installers put programs, looked in last; default those of the platform. */
  readonly installFolders?: readonly string[] | undefined;
}

/**
 * Finds Vale: `VALEHOOK_VALE`, the person's configuration, `PATH`, the usual install folders. One that is
 * named must be there: nothing else is tried then. Programs that lie in the workspace, which an agent can
 * write, are passed over unless it is trusted, and told if that is why none was found. Nor are Vale's parsers looked for
 * there then.
 */
export async function locateVale(options: LocateOptions): Promise<Result<ValeProgram>> {
  const fromEnv = options.env["VALEHOOK_VALE"];
  const named = fromEnv ? { path: fromEnv, namedBy: "VALEHOOK_VALE" } : options.named;
  const root = await realpath(options.root);
  const searchPath = searchPathOf(options, root);
  if (named !== undefined) return withSearchPath(await namedVale(named), searchPath);
  const skipped: string[] = [];
  for (const { folder, path } of valePlaces({ ...options, platform: process.platform })) {
    if ((await executable(path)) !== "yes") continue;
    const inside = isInside(root, await realpath(path)) || isInside(root, await realpath(folder));
    if (!inside || options.trusted) return withSearchPath(success({ path }), searchPath);
    skipped.push(path);
  }
  return failure({ code: "vale-missing", skippedInWorkspace: skipped });
}

function searchPathOf({ env, trusted }: LocateOptions, root: string): string | undefined {
  const path = env["PATH"];
  return path === undefined || trusted ? path : searchPathOutside(path, root, realPath);
}

function withSearchPath(
  found: Result<ValeProgram>,
  searchPath: string | undefined,
): Result<ValeProgram> {
  return found.ok && searchPath !== undefined ? success({ ...found.value, searchPath }) : found;
}

function realPath(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

async function namedVale(named: {
  readonly path: string;
  readonly namedBy: string;
}): Promise<Result<ValeProgram>> {
  const state = isAbsolute(named.path) ? await executable(named.path) : "absent";
  if (state === "yes") return success({ path: named.path });
  return state === "absent"
    ? failure({ code: "vale-named-missing", path: named.path, namedBy: named.namedBy })
    : failure({ code: "vale-not-runnable", path: named.path, words: "it is not executable" });
}

async function executable(path: string): Promise<"yes" | "no" | "absent"> {
  try {
    if (!(await stat(path)).isFile()) return "no";
    await access(path, constants.X_OK);
    return "yes";
  } catch (error) {
    const errno = errnoOf(error);
    return errno === "EACCES" || errno === "EPERM" ? "no" : "absent";
  }
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
