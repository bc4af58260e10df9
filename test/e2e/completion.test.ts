import { expect, test } from "vitest";
import { runProgram, runValehook } from "../support/hook-driver.ts";
import { makeWorkspace } from "../support/workspace.ts";

const { root, env } = makeWorkspace({ kind: "plain" });

/** What Bash offers for the last of these words, the script loaded as a person's ~/.bashrc loads it. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const script = await runValehook(["completion", "bash"], { cwd: root, env });
  expect(script).toMatchObject({ code: 0, stderr: "" });
  const call = `
    set -eu
    eval "$(cat)"
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
    COMP_CWORD=${words.length - 1}
    _valehook
    printf '%s\\n' "\${COMPREPLY[@]-}"
  `;
  const ran = await runProgram("bash", ["--noprofile", "--norc", "-c", call], {
    cwd: root,
    env,
    input: script.stdout,
  });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  return ran.stdout.split("\n").filter((word) => word !== "");
}

test("Bash completes commands, a command's flags, and values out of a closed set", async () => {
  expect(await offered("valehook", "st")).toEqual(["status"]);
  expect(await offered("valehook", "scan", "--fo")).toEqual(["--format"]);
  expect(await offered("valehook", "scan", "--format", "sa")).toEqual(["sarif"]);
  expect(await offered("valehook", "completion", "f")).toEqual(["fish"]);
});

test("where a file may stand Bash is left to complete files", async () => {
  expect(await offered("valehook", "scan", "do")).toEqual([]);
  expect(await offered("valehook", "scan", "--output", "do")).toEqual([]);
});

test.each(["bash", "zsh", "fish"])(
  "the script for %s knows every command and its flags",
  async (shell) => {
    const { stdout } = await runValehook(["completion", shell], { cwd: root, env });
    for (const command of ["hook", "scan", "fix", "init", "status", "doctor", "clean"]) {
      expect(stdout).toContain(command);
    }
    for (const flag of ["since", "allow-unconfigured", "dry-run"]) expect(stdout).toContain(flag);
  },
);
