import { describe, expect, test } from "vitest";

import { claude } from "../../../src/clients/claude.ts";
import { codex } from "../../../src/clients/codex.ts";
import { programFor } from "../../../src/clients/hook-command.ts";
import type { HookCommand, HookProgram } from "../../../src/clients/hook-command.ts";
import { isOurHandler } from "../../../src/clients/registration.ts";
import type { HookHandler } from "../../../src/clients/registration.ts";
import { registrationsFor } from "../../../src/clients/registration-edit.ts";

const installed: HookProgram = {
  kind: "installed",
  node: "/opt/node/bin/node",
  program: "/opt/my tools/valehook.cjs",
};
const onWindows: HookProgram = {
  kind: "installed",
  node: String.raw`C:\nodejs\node.exe`,
  program: String.raw`C:\Users\A B\valehook\dist\valehook.cjs`,
};
const dependency: HookProgram = { kind: "dependency", root: "git" };

function handler(port: typeof claude, program: HookProgram, platform: NodeJS.Platform = "linux") {
  const [first] = port.registration("Stop", undefined, { program, platform }).hooks;
  if (first === undefined) throw new Error("no handler");
  return first;
}

const args = (client: string): string[] => ["hook", "--client", client, "--event", "Stop"];

describe("what is registered", () => {
  const command: HookCommand = { program: installed, platform: "linux" };

  test("is every event that the client has for it, without a matcher, for 60 seconds", () => {
    const all = registrationsFor(claude, command);
    expect([...all.keys()]).toEqual(["PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"]);
    expect([...registrationsFor(codex, command).keys()]).toEqual([
      "PreToolUse",
      "PostToolUse",
      "Stop",
    ]);
    for (const [event, group] of all) {
      expect(Object.keys(group)).toEqual(["hooks"]);
      expect(group.hooks).toHaveLength(1);
      expect(group.hooks[0]).toMatchObject({ type: "command", timeout: 60 });
      expect(group.hooks[0]?.args?.slice(-4)).toEqual(["--client", "claude", "--event", event]);
    }
  });

  test("needs no shell with Claude Code", () => {
    expect(handler(claude, installed)).toEqual({
      type: "command",
      command: "/opt/node/bin/node",
      args: ["/opt/my tools/valehook.cjs", ...args("claude")],
      timeout: 60,
    });
  });

  test("is one quoted shell command with Codex", () => {
    expect(handler(codex, installed)).toEqual({
      type: "command",
      command: "/opt/node/bin/node '/opt/my tools/valehook.cjs' hook --client codex --event Stop",
      timeout: 60,
    });
  });

  test("has forward slashes on Windows with Claude Code", () => {
    expect(handler(claude, onWindows, "win32")).toMatchObject({
      command: "C:/nodejs/node.exe",
      args: ["C:/Users/A B/valehook/dist/valehook.cjs", ...args("claude")],
    });
  });

  test("never has a program in quotes on Windows with Codex", () => {
    expect(handler(codex, onWindows, "win32").commandWindows).toBe(
      String.raw`C:\nodejs\node.exe "C:\Users\A B\valehook\dist\valehook.cjs" ${args("codex").join(" ")}`,
    );
    const inProgramFiles = { ...onWindows, node: String.raw`C:\Program Files\nodejs\node.exe` };
    expect(handler(codex, inProgramFiles, "win32").commandWindows).toMatch(/^node "C:/);
  });

  test("names nothing of this machine where others share it", () => {
    expect(handler(claude, dependency)).toEqual({
      type: "command",
      command: "node",
      args: [`\${CLAUDE_PROJECT_DIR}/node_modules/valehook/dist/valehook.cjs`, ...args("claude")],
      timeout: 60,
    });
    expect(handler(codex, dependency)).toEqual({
      type: "command",
      command: `node "$(git rev-parse --show-toplevel)/node_modules/valehook/dist/valehook.cjs" ${args("codex").join(" ")}`,
      commandWindows: `npx --no-install valehook ${args("codex").join(" ")}`,
      timeout: 60,
    });
    for (const port of [claude, codex]) {
      expect(handler(port, { kind: "on-path" })).toEqual({
        type: "command",
        command: `valehook ${args(port.name).join(" ")}`,
        timeout: 60,
      });
    }
  });
});

test("a scope decides how valehook is started", () => {
  const here = { node: "/n", program: "/p" };
  const depends = { dependsOnValehook: true, isGit: true };
  expect(programFor("user", here, depends)).toEqual({ kind: "installed", ...here });
  expect(programFor("local", here, depends)).toEqual({ kind: "installed", ...here });
  expect(programFor("project", here, depends)).toEqual({ kind: "dependency", root: "git" });
  expect(programFor("project", here, { ...depends, isGit: false })).toEqual({
    kind: "dependency",
    root: "folder",
  });
  expect(programFor("project", here, { dependsOnValehook: false, isGit: true })).toEqual({
    kind: "on-path",
  });
});

describe("a hook is ours", () => {
  const programs: HookProgram[] = [installed, onWindows, dependency, { kind: "on-path" }];
  const written: HookHandler[] = programs.flatMap((program) =>
    [claude, codex].flatMap((port) =>
      (["linux", "win32"] as const).map((platform) => handler(port, program, platform)),
    ),
  );

  test.each(written)("as it is written: $command $args", (ours) => {
    expect(isOurHandler(ours)).toBe(true);
  });

  test.each([
    "valehook hook",
    "npx --no-install valehook hook --client codex",
    "node ./node_modules/valehook/dist/valehook.cjs hook --event Stop --client claude",
  ])("as a person may have written it: %s", (command) => {
    expect(isOurHandler({ type: "command", command, timeout: 30 })).toBe(true);
  });

  test.each([
    "timeout 30 valehook hook --client claude --event Stop",
    "valehook hook --client claude --event Stop && say done",
    "valehook scan --changed",
    "echo valehook hook",
    "my-valehook hook",
    "node hook",
    "hook",
    "",
  ])("never where a person made it their own: %s", (command) => {
    expect(isOurHandler({ type: "command", command })).toBe(false);
  });

  test.each([
    null,
    "valehook hook",
    [],
    { type: "prompt", command: "valehook hook" },
    { type: "command" },
  ])("never where it is no command: %j", (value) => {
    expect(isOurHandler(value)).toBe(false);
  });
});
