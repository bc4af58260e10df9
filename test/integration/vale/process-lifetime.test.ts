import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { lifelineFor } from "../../../src/vale/lifeline.ts";
import { runVale } from "../../../src/vale/run-vale.ts";
import { stubVale } from "../../support/vale-check.ts";
import { makeWorkspace, writeExecutable, type TestWorkspace } from "../../support/workspace.ts";

/** A Vale that starts a parser, as Vale does, notes both process ids, and never ends. */
function endlessVale(workspace: TestWorkspace): string {
  return stubVale(
    workspace,
    `const { spawn } = require("node:child_process");
     const parser = spawn("sleep", ["600"], { stdio: ["ignore", "inherit", "ignore"] });
     fs.writeFileSync(process.env.PIDS, process.pid + " " + parser.pid);
     setInterval(() => {}, 1000);`,
  );
}

/** A process that has ended and that nobody has waited for (a zombie) is not alive. */
function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  if (existsSync(status)) return !/\) [ZX] /.test(readFileSync(status, "utf8"));
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

async function startedPids(file: string): Promise<number[]> {
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toMatch(/\d \d/), { timeout: 20_000 });
  return readFileSync(file, "utf8").split(" ").map(Number);
}

async function allEnded(pids: readonly number[], withinMs: number): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), {
    timeout: withinMs,
    interval: 50,
  });
}

function endlessRun(workspace: TestWorkspace, over: { ms: number; signal?: AbortSignal }) {
  const pids = join(workspace.home, "pids");
  const run = runVale({
    program: endlessVale(workspace),
    args: ["--", "./a.md"],
    folder: workspace.root,
    deadline: deadlineIn(over.ms),
    signal: over.signal,
    env: { ...workspace.env, PIDS: pids },
  });
  return { run, pids };
}

test("at the deadline Vale and what it started are ended", async () => {
  const { run, pids } = endlessRun(makeWorkspace({ kind: "plain" }), { ms: 1_500 });
  const started = await startedPids(pids);
  expect((await run).cause).toBe("time");
  await allEnded(started, 5_000);
});

test("on abort Vale and what it started are ended", async () => {
  const controller = new AbortController();
  const { run, pids } = endlessRun(makeWorkspace({ kind: "plain" }), {
    ms: 60_000,
    signal: controller.signal,
  });
  const started = await startedPids(pids);
  controller.abort();
  expect((await run).cause).toBe("ended");
  await allEnded(started, 5_000);
});

test("a parser that Vale leaves behind ends with it, and doesn't hold up the answer", async () => {
  const workspace = makeWorkspace({ kind: "plain" });
  const pids = join(workspace.home, "pids");
  const program = stubVale(
    workspace,
    `const { spawn } = require("node:child_process");
     const parser = spawn("sleep", ["600"], { stdio: ["ignore", "inherit", "ignore"] });
     fs.writeFileSync(process.env.PIDS, process.pid + " " + parser.pid);
     answer({});
     process.exit(0);`,
  );
  const end = await runVale({
    program,
    args: ["--", "./a.md"],
    folder: workspace.root,
    deadline: deadlineIn(60_000),
    env: { ...workspace.env, PIDS: pids },
  });
  expect(end).toMatchObject({ cause: "exit", exitCode: 0 });
  expect(end.stdout.toString()).toBe("{}");
  await allEnded(await startedPids(pids), 5_000);
});

/** Another process that runs the endless Vale, built from the sources, so that a test can kill it. */
async function startHolder(workspace: TestWorkspace, ms: number): Promise<ChildProcess> {
  const { build } = await import("esbuild");
  const bundle = join(workspace.home, "holder.mjs");
  await build({
    stdin: {
      contents: `
        import { runVale } from "./src/vale/run-vale.ts";
        import { deadlineIn } from "./src/base/deadline.ts";
        const [program, folder, ms] = process.argv.slice(2);
        await runVale({ program, args: ["--", "./a.md"], folder, deadline: deadlineIn(Number(ms)) });`,
      resolveDir: new URL("../../..", import.meta.url).pathname,
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: bundle,
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return spawn(process.execPath, [bundle, endlessVale(workspace), workspace.root, String(ms)], {
    stdio: "ignore",
    env: { ...workspace.env, PIDS: join(workspace.home, "pids") },
  });
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s to the process that waits for Vale ends Vale and what it started at once",
  async (signal) => {
    const workspace = makeWorkspace({ kind: "plain" });
    const holder = await startHolder(workspace, 600_000);
    const started = await startedPids(join(workspace.home, "pids"));
    const ended = new Promise((resolve) => {
      holder.once("exit", (_, by) => resolve(by));
    });
    holder.kill(signal);
    expect(await ended).toBe(signal);
    await allEnded(started, 5_000);
  },
);

test("after SIGKILL to the process that waits for Vale nothing outlives the time of the run", async () => {
  const workspace = makeWorkspace({ kind: "plain" });
  const holder = await startHolder(workspace, 3_000);
  const started = await startedPids(join(workspace.home, "pids"));
  holder.kill("SIGKILL");
  await allEnded(started, 20_000);
});

test("without the system's timeout program a watchdog ends the group when this process is gone", async () => {
  const workspace = makeWorkspace({ kind: "plain" });
  const pids = join(workspace.home, "pids");
  const sleeper = writeExecutable(
    workspace.home,
    "sleeper",
    '#!/bin/sh\nsleep 600 &\necho "$$ $!" > "$1"\nwait\n',
  );
  const lifeline = lifelineFor(sleeper, [pids], 1_000, "");
  expect([lifeline.file, ...lifeline.args]).toEqual([sleeper, pids]);
  const child = spawn(lifeline.file, lifeline.args, { stdio: "ignore", detached: true });
  const started = await startedPids(pids);
  const watchdog = lifeline.guard(child.pid ?? 0);
  // Its standard input closes as it does when the process that holds it dies.
  watchdog.abandon();
  await allEnded(started, 20_000);
});

test("a watchdog that is let go ends without ending the group", async () => {
  const workspace = makeWorkspace({ kind: "plain" });
  const pids = join(workspace.home, "pids");
  const sleeper = writeExecutable(
    workspace.home,
    "sleeper",
    '#!/bin/sh\nsleep 2 &\necho "$$ $!" > "$1"\nwait\n',
  );
  const child = spawn(sleeper, [pids], { stdio: "ignore", detached: true });
  const exit = new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
  });
  const watchdog = lifelineFor(sleeper, [], 1_000, "").guard(child.pid ?? 0);
  watchdog.release();
  expect(await exit).toBe(0);
});
