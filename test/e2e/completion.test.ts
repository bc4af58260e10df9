import { describe, expect, test } from "vitest";
import {
  completionFolder,
  fishIn,
  zshIn,
  type CompletingShell,
} from "../support/completing-shells.ts";
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

test("Bash, which takes --flag=value for three words, completes the value", async () => {
  expect(await offered("valehook", "scan", "--format", "=", "sa")).toEqual(["sarif"]);
  expect(await offered("valehook", "scan", "--report", "=")).toEqual(["all", "new"]);
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

const folder = completionFolder({ "done.md": "", "docs/a.md": "", "hook/a.md": "" });

describe.each([
  { name: "zsh", start: zshIn, docs: "docs" },
  { name: "fish", start: fishIn, docs: "docs/" },
])("a real $name that loaded its script as the help says", ({ start, docs }) => {
  let shell: Promise<CompletingShell> | undefined;
  const offeredFor = async (line: string) => {
    shell ??= start(folder);
    return [...(await (await shell).offered(line))].toSorted();
  };

  test("completes commands, and the flags of the program", async () => {
    expect(await offeredFor("valehook st")).toEqual(["status"]);
    expect(await offeredFor("valehook --")).toEqual(["--help", "--version"]);
  });

  test("completes the flags of the command, whatever is named like another", async () => {
    expect(await offeredFor("valehook scan --fo")).toEqual(["--format"]);
    expect(await offeredFor("valehook scan hook --e")).toEqual([]);
    expect(await offeredFor("valehook hook --e")).toEqual(["--event"]);
  });

  test("completes values out of a closed set, after a blank and after an equals sign", async () => {
    expect(await offeredFor("valehook scan --format sa")).toEqual(["sarif"]);
    expect(await offeredFor("valehook scan --report ")).toEqual(["all", "new"]);
    expect(await offeredFor("valehook scan --changed --format=sa")).toEqual(["--format=sarif"]);
    expect(await offeredFor("valehook completion f")).toEqual(["fish"]);
  });

  test("completes files where a file may stand", async () => {
    expect(await offeredFor("valehook scan do")).toEqual([docs, "done.md"]);
    expect(await offeredFor("valehook scan --output do")).toEqual([docs, "done.md"]);
  });
});

test("fish offers no files to a command that takes none, and a shell's name once", async () => {
  const fish = await fishIn(folder);
  expect(await fish.offered("valehook status do")).toEqual([]);
  expect(await fish.offered("valehook completion bash ")).toEqual([]);
});
