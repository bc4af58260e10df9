import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";

import { programPath, runProgram, runValehook } from "../support/hook-driver.ts";
import { valePath } from "../support/vale.ts";
import { foobadStyle, makeWorkspace, writeExecutable } from "../support/workspace.ts";

const pages = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`docs/p${index}.md`, "All is well.\n"]),
);

describe("progress", () => {
  test("is a bar with a count on a terminal, and nothing elsewhere", async () => {
    const workspace = makeWorkspace({ files: { ...foobadStyle(), ...pages } });
    // util-linux's script gives a command a terminal.
    const command = `'${process.execPath}' '${programPath()}' scan --no-cache`;
    const options = { cwd: workspace.root, env: { ...workspace.env, TERM: "xterm" } };
    const onTerminal = await runProgram("script", ["-qefc", command, "/dev/null"], options);
    expect(onTerminal.code).toBe(0);
    expect(onTerminal.stdout).toMatch(/[━─]+ \d+\/60 files/);
    const elsewhere = await runValehook(["scan", "--no-cache"], options);
    expect(elsewhere).toMatchObject({ code: 0, stderr: "" });
    const never = `${command} --progress never`;
    const silent = await runProgram("script", ["-qefc", never, "/dev/null"], options);
    expect(silent.stdout).not.toContain("/60 files");
  });

  test("is plain lines every few seconds where it is always wanted", async () => {
    const workspace = makeWorkspace({ files: { ...foobadStyle(), ...pages } });
    const slow = writeExecutable(
      join(workspace.home, "bin"),
      "vale",
      `#!/bin/sh\nsleep 2\nexec '${valePath()}' "$@"\n`,
    );
    const ended = await runValehook(["scan", "--progress", "always", "--jobs", "1"], {
      cwd: workspace.root,
      env: { ...workspace.env, VALEHOOK_VALE: slow },
    });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/^(?:\d+\/60 files[^\n]*\n)+$/);
  });
});

describe("an interrupt", () => {
  test("ends the scan with 130, no report, and no child left", async () => {
    const workspace = makeWorkspace({ files: { ...foobadStyle(), ...pages } });
    const pids = join(workspace.home, "pids");
    const stub = writeExecutable(
      join(workspace.home, "bin"),
      "vale",
      `#!/bin/sh\necho $$ >> '${pids}'\nsleep 300 & echo $! >> '${pids}'\nwait\n`,
    );
    const ended = await runValehook(["scan", "--format", "json"], {
      cwd: workspace.root,
      env: { ...workspace.env, VALEHOOK_VALE: stub },
      onStart: (pid) => {
        void interruptOnceStarted(pid, pids);
      },
    });
    expect(ended).toMatchObject({ code: 130, stdout: "" });
    const children = readFileSync(pids, "utf8").trim().split("\n").map(Number);
    expect(children.length).toBeGreaterThanOrEqual(2);
    for (const child of children) {
      while (isAlive(child)) await sleep(20);
    }
  });
});

async function interruptOnceStarted(pid: number, pids: string): Promise<void> {
  while (!existsSync(pids) || readFileSync(pids, "utf8").split("\n").length < 3) await sleep(20);
  process.kill(pid, "SIGINT");
}

/** A process that has ended but wasn't waited for doesn't count. */
function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    return !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
