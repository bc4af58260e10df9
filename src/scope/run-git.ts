import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

import type { ScopeProblem } from "../base/problem.ts";
import { limits } from "../base/limits.ts";
import { failure, success, type Result } from "../base/result.ts";
import { gitConfig, gitEnvironment } from "./git-environment.ts";
import { endAfter, gitFailed, gitHung, spawnProblem } from "./listing.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Runs one Git command in a work tree and gives its standard output as bytes, for what is too large or too raw for the
 * client of `git-client.ts`. Problems: `git-failed` with Git's words for every exit code but 0, `git-missing`.
 */
export async function runGit(
  workspace: Workspace,
  args: readonly string[],
  input: Buffer = Buffer.alloc(0),
  env: NodeJS.ProcessEnv = process.env,
  limitMs: number = limits.gitMs,
): Promise<Result<Buffer, ScopeProblem>> {
  const config = ["core.quotePath=true", ...gitConfig].flatMap((pair) => ["-c", pair]);
  const child = spawn("git", [...config, ...args], {
    cwd: workspace.root,
    env: gitEnvironment(env, workspace.root),
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const started = new Promise<Error | undefined>((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", resolve);
  });
  const error = await started;
  if (error !== undefined) return failure(spawnProblem(error, workspace.root));
  const closed = new Promise<number | null | "hung">((resolve) => {
    const limit = endAfter(child, limitMs, () => resolve("hung"));
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve(code);
    });
  });
  // A command that doesn't read all of its input ends with words of its own.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [output, words] = [partsOf(child.stdout), partsOf(child.stderr)];
  const code = await closed;
  if (code === "hung") return failure(gitHung(args[0] ?? "", limitMs));
  if (code === 0) return success(Buffer.concat(output));
  const said = Buffer.concat(words).toString("utf8").trim();
  return failure(gitFailed(args[0] ?? "", said === "" ? `ended with code ${code}` : said));
}

/** What comes of a stream, filled as it comes. */
function partsOf(stream: Readable): Buffer[] {
  const parts: Buffer[] = [];
  stream.on("data", (part: Buffer) => parts.push(part));
  return parts;
}
