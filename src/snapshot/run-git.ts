import type { Result } from "../base/result.ts";

/**
 * Runs one Git command in the work tree and gives its standard output. The caller's, because this room knows no
 * processes: `GIT_OPTIONAL_LOCKS=0`, no lazy fetch, no file system monitor. None of the commands used here runs a filter.
 */
export type RunGit = (args: readonly string[], input?: Buffer) => Promise<Result<Buffer>>;
