import { spawn } from "node:child_process";

/** What can't be provided, and what a person can do about it. */
export class CannotProvide extends Error {
  constructor(what, remedy, options) {
    super(`${what}\n  ${remedy}`, options);
    this.name = "CannotProvide";
  }
}

/**
 * Runs a command to its end.
 * @returns {Promise<{ok: boolean, output: string}>} both streams, merged; a command that doesn't
 * exist is not ok either
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => {
      if (error.code === "ENOENT" || error.code === "EACCES") {
        resolve({ ok: false, output: `${command}: ${error.code}` });
      } else reject(error);
    });
    child.on("close", (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

/** The last lines of a failed command's output, indented: enough to see why, no more. */
export function tail(output) {
  return output
    .split("\n")
    .slice(-8)
    .map((line) => `    ${line}`)
    .join("\n");
}

/**
 * Runs npm itself, the one that runs this script if there is one. Without a home folder its cache is
 * `cache`: npm would make a folder named `~` in the clone.
 */
export function runNpm(args, cache) {
  const npm = process.env.npm_execpath;
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const env = process.env.HOME ? process.env : { ...process.env, npm_config_cache: cache };
  return npm?.endsWith(".js")
    ? run(process.execPath, [npm, ...args, ...quiet], { env })
    : run("npm", [...args, ...quiet], { env, shell: process.platform === "win32" });
}
