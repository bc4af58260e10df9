import { spawn } from "node:child_process";
import { failure, success } from "../../src/base/result.ts";
import type { RunGit } from "../../src/snapshot/run-git.ts";

/** Git in a test workspace, as the snapshot room wants it handed in. */
export function runGitIn(root: string, env: NodeJS.ProcessEnv): RunGit {
  return (args, input) =>
    new Promise((resolve, reject) => {
      const child = spawn("git", args, { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
      const out: Buffer[] = [];
      const words: Buffer[] = [];
      child.stdout.on("data", (part: Buffer) => out.push(part));
      child.stderr.on("data", (part: Buffer) => words.push(part));
      child.on("error", reject);
      child.stdin.on("error", reject);
      child.stdin.end(input);
      child.on("close", (code) => {
        if (code === 0) resolve(success(Buffer.concat(out)));
        else {
          const said = Buffer.concat(words).toString("utf8");
          resolve(failure({ code: "git-failed", command: args[0] ?? "", words: said }));
        }
      });
    });
}
