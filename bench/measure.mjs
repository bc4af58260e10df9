import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The environment of every measured process. Reading extra certificates costs Node 20 some 37 ms a start. */
export function benchEnvironment(home) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env;
  const state = { HOME: home, XDG_STATE_HOME: `${home}/state`, XDG_CONFIG_HOME: `${home}/config` };
  return { ...rest, ...state, GIT_CONFIG_NOSYSTEM: "1" };
}

/**
 * One whole process, from spawn to the end of its output.
 * @returns {Promise<{ ms: number, code: number | null, stdout: string, stderr: string }>}
 */
export function runOnce({ command, args, cwd, env, input = "" }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    const out = [];
    const words = [];
    child.stdout.on("data", (part) => out.push(part));
    child.stderr.on("data", (part) => words.push(part));
    child.on("error", reject);
    child.stdin.on("error", (error) => {
      if (error.code !== "EPIPE") reject(error);
    });
    child.stdin.end(input);
    child.on("close", (code) => {
      const ms = performance.now() - started;
      const [stdout, stderr] = [out, words].map((parts) => Buffer.concat(parts).toString("utf8"));
      resolve({ ms, code, stdout, stderr });
    });
  });
}

/**
 * Runs every case once a round, in turn, so that what else the machine does meets all of them alike. Each case is run
 * once before, for warm caches, and must end with an exit code that it allows.
 * @returns {Promise<Map<string, number[]>>} sorted milliseconds by the case's name
 */
export async function interleave(cases, rounds) {
  const times = new Map(cases.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const one of cases) {
      await one.before?.();
      const result = await runOnce(one);
      check(one, result);
      if (round >= 0) times.get(one.name).push(result.ms);
    }
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return times;
}

function check(one, result) {
  const allowed = one.codes ?? [0];
  const wrong = one.expects?.(result);
  if (allowed.includes(result.code) && wrong === undefined) return;
  const said = result.stderr.trim() || result.stdout.trim().slice(0, 300);
  throw new Error(`${one.name} ended with ${result.code}${wrong ? `, ${wrong}` : ""}: ${said}`);
}

export function minimum(times) {
  return times[0];
}

export function median(times) {
  return times[Math.floor(times.length / 2)];
}

/** Peak memory of a Node process in MB. */
export async function peakMemory({ args, cwd, env, input }, scratch) {
  const file = openSync(scratch, "w+");
  const preload = fileURLToPath(new URL("peak-memory.cjs", import.meta.url));
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--require", preload, ...args], {
      cwd,
      env,
      stdio: ["pipe", "ignore", "inherit", file],
    });
    child.on("error", reject);
    child.on("close", resolve);
    child.stdin.end(input);
  });
  closeSync(file);
  return Number(readFileSync(scratch, "utf8").trim()) / 1024;
}
