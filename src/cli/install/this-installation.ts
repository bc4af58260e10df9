import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, resolve } from "node:path";

import { isAbsent } from "../../base/errno.ts";
import { stablePaths } from "./stable-path.ts";

/** The running program as a registration names it. Absolute paths that outlive an upgrade where there are any. */
export interface Installation {
  readonly node: string;
  readonly program: string;
}

/** The Node and the program that run now. */
export function thisInstallation(env: Readonly<Record<string, string | undefined>>): Installation {
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const lasting = (path: string): string => {
    const real = realpathSync.native(path);
    return stablePaths(real, onPath).find((other) => leadsTo(other, real)) ?? real;
  };
  return { node: lasting(process.execPath), program: lasting(resolve(process.argv[1] ?? "")) };
}

function leadsTo(path: string, real: string): boolean {
  try {
    return realpathSync.native(path) === real;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}
