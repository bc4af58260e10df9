import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { systemErrorCode } from "../base/errno.ts";

/**
 * The first program of a name on PATH that does not lie in the workspace, which anybody may have written; undefined where
 * there is none.
 */
export function findProgram(
  name: string,
  root: string,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return folders
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find((path) => isExecutable(path) && !isInside(root, path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return false;
    throw error;
  }
}

function isInside(root: string, path: string): boolean {
  return [path, realpathSync.native(path)].some((one) => one.startsWith(root + sep));
}
