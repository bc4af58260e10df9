import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { errnoOf } from "../base/errno.ts";
import { limits } from "../base/limits.ts";
import { failure, success } from "../base/result.ts";
import { gitConfig, gitEnvironment } from "./git-environment.ts";
import type { ChildProcess } from "node:child_process";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/** Which files a workspace has, as raw bytes: paths below the root, each followed by a NUL. */
export interface Listing {
  /**
   * Of Git: untracked first, then tracked, each in byte order, a path once for each conflict stage; with
   * folders of nested repositories (`name/`), submodules, symbolic links and files that are gone. Of the
   * walk: regular files only, in byte order. `listedPaths` reads both. Equal bytes mean equal files.
   */
  readonly bytes: Buffer;
  /** Folders that could not be looked into; what lies in them is unknown. */
  readonly unreadable: readonly ScopeProblem[];
}

/** A listing under way. */
export interface GitListing {
  /** The listing once Git has ended, or why there is none: `git-missing`, `git-failed`, `folder-unreadable`. */
  done(): Promise<Result<Listing>>;
  /** Ends Git if it still runs; `done` then fails. */
  cancel(): void;
}

const listArguments = gitConfig
  .flatMap((entry) => ["-c", entry])
  .concat(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);

/**
 * Starts Git's listing of a work tree: tracked files, and untracked ones that are not ignored. Git's output
 * goes through a pipe, nothing is written to disk.
 */
export function startGitListing(
  workspace: Workspace,
  env: NodeJS.ProcessEnv = process.env,
  limitMs: number = limits.gitMs,
): GitListing {
  const child = spawn("git", listArguments, {
    cwd: workspace.root,
    env: gitEnvironment(env, workspace.root),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const result = collect(child, workspace.root, limitMs);
  let cancelled = false;
  return {
    done: async () => {
      const listing = await result;
      return cancelled ? failure(gitFailed("ls-files", "was cancelled")) : listing;
    },
    cancel: () => {
      cancelled = true;
      child.kill();
    },
  };
}

function collect(child: ChildProcess, root: string, limitMs: number): Promise<Result<Listing>> {
  const chunks: Buffer[] = [];
  const words: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => words.push(chunk));
  return new Promise((resolve) => {
    const limit = endAfter(child, limitMs, () => resolve(failure(gitHung("ls-files", limitMs))));
    child.on("error", (error) => {
      clearTimeout(limit);
      resolve(failure(spawnProblem(error, root)));
    });
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      resolve(listingOf({ code, signal }, Buffer.concat(chunks), Buffer.concat(words)));
    });
  });
}

/** Ends a Git that hangs. Its pipes are let go: what it started may hold them open still. */
export function endAfter(
  child: ChildProcess,
  limitMs: number,
  then: () => void,
): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    child.kill("SIGKILL");
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    child.unref();
    then();
  }, limitMs);
}

export function gitHung(command: string, limitMs: number): ScopeProblem {
  return gitFailed(command, `did not end within ${limitMs / 1000} s`);
}

/**
 * {@link startGitListing}, waited for without letting anything else run: for a work tree so small that Git ends
 * before a process with pipes that are listened to is even set up (bench/README.md).
 */
export function listGitAtOnce(
  workspace: Workspace,
  env: NodeJS.ProcessEnv = process.env,
): Pick<GitListing, "done"> {
  const ended = spawnSync("git", listArguments, {
    cwd: workspace.root,
    env: gitEnvironment(env, workspace.root),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    maxBuffer: Infinity,
    timeout: limits.gitMs,
    killSignal: "SIGKILL",
  });
  const { error, status: code, signal, stdout, stderr } = ended;
  const listing =
    error === undefined
      ? listingOf({ code, signal }, stdout, stderr)
      : failure(
          errnoOf(error) === "ETIMEDOUT"
            ? gitHung("ls-files", limits.gitMs)
            : spawnProblem(error, workspace.root),
        );
  return { done: () => Promise.resolve(listing) };
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function listingOf({ code, signal }: Ending, bytes: Buffer, words: Buffer): Result<Listing> {
  const said = words.toString("utf8");
  if (code === 0) return success({ bytes, unreadable: unreadableFolders(said) });
  const ending = signal === null ? `ended with code ${code}` : `ended by ${signal}`;
  return failure(gitFailed("ls-files", said.trim() === "" ? ending : said));
}

/** Why Git could not be started. Node reports a missing working folder like a missing program. */
export function spawnProblem(error: Error, root: string): ScopeProblem {
  const errno = errnoOf(error);
  if (!existsSync(root)) return { code: "folder-unreadable", path: root, errno: "ENOENT" };
  if (errno === "ENOENT") return { code: "git-missing", root };
  return gitFailed("ls-files", `can't be started (${errno})`);
}

export function gitFailed(command: string, words: string): ScopeProblem {
  return { code: "git-failed", command, words: words.trim() };
}

/** Git cuts its words after 4 KiB, so that of a long path neither the end nor the reason may be there. */
const NOT_OPENED = /^warning: could not open directory '(.*?)(?:': (.*))?$/gm;

/** The folders that Git says it may not open: it passes over them, with exit code 0 and a warning. */
export function unreadableFolders(words: string): ScopeProblem[] {
  return [...words.matchAll(NOT_OPENED)].map(([, path = "", reason = "ENAMETOOLONG"]) => ({
    code: "folder-unreadable",
    path: path.replace(/\/$/, ""),
    errno: reason === "Permission denied" ? "EACCES" : reason,
  }));
}
