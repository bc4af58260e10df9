import { existsSync } from "node:fs";

import { limits } from "../base/limits.ts";
import { failure, success } from "../base/result.ts";
import { gitConfig, gitEnvironment } from "./git-environment.ts";
import { gitFailed } from "./listing.ts";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { SimpleGit } from "simple-git";
import type { Workspace } from "./workspace.ts";

/** Git commands in one work tree, off the quiet path. None writes, fetches, or runs a repository's programs. */
export interface GitClient {
  /** The command's output; paths in it are quoted as `unquotedPath` reads them, so it is plain text. */
  text(args: readonly string[], input?: string): Promise<Result<string, ScopeProblem>>;
  /** The output of `git cat-file --batch` as it comes. */
  objects(input: string): Promise<Result<Buffer, ScopeProblem>>;
}

/** Further configuration for one client, as pairs of key and value. */
export type GitConfig = readonly (readonly [key: string, value: string])[];

/**
 * A client for a work tree. Problems are `git-failed` with Git's words, for every exit code but 0, and
 * `git-missing`.
 */
export function gitClient(
  workspace: Workspace,
  config: GitConfig = [],
  env: NodeJS.ProcessEnv = process.env,
): GitClient {
  const start = (input: string | undefined) => startGit(workspace, config, env, input);
  return {
    text: (args, input) =>
      outcome(workspace, args[0] ?? "", async () => {
        return await (await start(input)).raw(["--no-pager", ...args]);
      }),
    objects: (input) =>
      outcome<Buffer>(workspace, "cat-file", async () => {
        return await (await start(input)).binaryCatFile(["--batch"]);
      }),
  };
}

/** Variables that simple-git takes away unless they are named. They are the person's own; `gitEnvironment` chose. */
const GUARDED = /^(?:GIT_.*|.*EDITOR|.*PAGER|.*ASKPASS|VISUAL|PREFIX)$/i;

async function startGit(
  workspace: Workspace,
  config: GitConfig,
  env: NodeJS.ProcessEnv,
  input: string | undefined,
): Promise<SimpleGit> {
  // Most changes need none of what is asked with it, and loading it takes 12 to 23 ms (bench/README.md).
  const { simpleGit } = await import("simple-git");
  const environment = { ...gitEnvironment(env, workspace.root), ...configEnvironment(config) };
  const guarded = Object.keys(environment).filter((name) => GUARDED.test(name));
  return simpleGit({
    baseDir: workspace.root,
    config: ["core.quotePath=true", ...gitConfig],
    allowEnvironment: guarded,
    // What these allow comes from the person's own environment, or from us to turn such programs off.
    unsafe: {
      allowUnsafeAskPass: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeDiffExternal: true,
      allowUnsafeEditor: true,
      allowUnsafeExec: true,
      allowUnsafeFilter: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeGitProxy: true,
      allowUnsafePager: true,
      allowUnsafeSshCommand: true,
      allowUnsafeTemplateDir: true,
    },
    timeout: { block: limits.gitMs },
    // The end of the output counts, not a pause after the exit.
    completion: { onClose: true, onExit: false },
    input: () => input,
    errors: (error, { exitCode, stdErr }) => {
      if (exitCode === 0 || error !== undefined) return error;
      const words = Buffer.concat(stdErr);
      return words.length > 0 ? words : Buffer.from(`ended with code ${exitCode}`);
    },
  }).env(environment);
}

// simple-git reports a program that can't be started in the words of the exception, not by its errno.
const NOT_STARTED = /^Error: spawn \S+ (E[A-Z]+)/;

async function outcome<T>(
  workspace: Workspace,
  command: string,
  run: () => PromiseLike<T>,
): Promise<Result<T, ScopeProblem>> {
  if (!existsSync(workspace.root)) {
    return failure({ code: "folder-unreadable", path: workspace.root, errno: "ENOENT" });
  }
  try {
    return success(await run());
  } catch (error) {
    const { GitError } = await import("simple-git");
    if (!(error instanceof GitError)) throw error;
    const errno = NOT_STARTED.exec(error.message)?.[1];
    if (errno === "ENOENT") return failure({ code: "git-missing", root: workspace.root });
    return failure(gitFailed(command, error.message));
  }
}

/** Unlike `-c`, the environment takes keys with any character, such as `filter.a=b.clean`. */
function configEnvironment(config: GitConfig): NodeJS.ProcessEnv {
  const variables: NodeJS.ProcessEnv = {};
  if (config.length > 0) variables["GIT_CONFIG_COUNT"] = String(config.length);
  for (const [index, [key, value]] of config.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
