import { realpathSync } from "node:fs";

import type { Result } from "../base/result.ts";
import { locateVale } from "../vale/locate.ts";
import type { ValeProgram } from "../vale/vale-program.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** The Vale that checks a workspace. Problems: `vale-missing`, `vale-named-missing`, `vale-not-runnable`. */
export async function findVale({
  workspace,
  settings,
  env,
}: OpenWorkspace): Promise<Result<ValeProgram>> {
  return await locateVale({
    named: settings.valeBinary,
    trusted: settings.trustedWorkspaces.some((folder) => isSameFolder(folder, workspace.root)),
    root: workspace.root,
    env,
  });
}

function isSameFolder(named: string, root: string): boolean {
  if (named === root) return true;
  try {
    return realpathSync.native(named) === root;
  } catch (error) {
    // A trusted workspace that isn't there trusts nothing.
    if (error instanceof Error && "syscall" in error) return false;
    throw error;
  }
}
