import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { systemErrorCode } from "../../base/errno.ts";

/** Whether `PATH` has a program of this name; it is not run. */
export function isOnPath(name: string, env: NodeJS.ProcessEnv): boolean {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const files = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return folders.some((folder) => files.some((file) => isExecutable(join(folder, file))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return false;
    throw error;
  }
}
