import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { success, type Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import { isAbsent } from "../base/errno.ts";
import { runGit } from "./run-git.ts";
import type { Workspace } from "./workspace.ts";

/**
 * What is asked of a repository to tell the session's contents from Git's: the port between what decides and Git. Without a
 * client library, which would cost a hook with one changed file more than its questions do.
 */
export interface GitHistory {
  /** A command's output; paths in it are quoted as `unquotedPath` reads them, so it is plain text. */
  text(args: readonly string[], input?: string): Promise<Result<string, ScopeProblem>>;
  /** HEAD's own reflog: of this work tree, whatever others do. Empty where there is none. */
  reflog(): Buffer;
  /** Its length; it only grows, but for what Git drops of its old entries. */
  reflogBytes(): number;
}

export function gitHistory(workspace: Workspace): GitHistory {
  const file = workspace.gitDir === undefined ? undefined : join(workspace.gitDir, "logs", "HEAD");
  return {
    text: async (args, input) => {
      const output = await runGit(workspace, args, Buffer.from(input ?? "", "utf8"));
      return output.ok ? success(output.value.toString("utf8")) : output;
    },
    reflog: () => (file === undefined ? Buffer.alloc(0) : readIfThere(file)),
    reflogBytes: () => {
      if (file === undefined) return 0;
      return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    },
  };
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isAbsent(error)) return Buffer.alloc(0);
    throw error;
  }
}
