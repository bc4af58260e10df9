import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { clientPorts } from "../../src/clients/client-ports.ts";
import type { ClientName } from "../../src/clients/client-name.ts";
import type { HookProgram } from "../../src/clients/hook-command.ts";
import { mergeRegistrations, registrationsFor } from "../../src/clients/registration-edit.ts";
import { programPath, runValehook } from "../support/hook-driver.ts";
import { standInCodex } from "../support/stand-in-codex.ts";
import { treeState } from "../support/tree-state.ts";
import { valePath } from "../support/vale.ts";
import {
  foobadStyle,
  makeWorkspace,
  temporaryFolder,
  writeExecutable,
  type TestWorkspace,
} from "../support/workspace.ts";

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly mend: string;
  readonly code?: string;
}

const installed: HookProgram = {
  kind: "installed",
  node: process.execPath,
  program: programPath(),
};

function settings(client: ClientName, program: HookProgram): string {
  const port = clientPorts[client];
  const ours = registrationsFor(port, { program, platform: process.platform });
  const merged = mergeRegistrations({}, ours);
  if (!merged.ok) throw new Error(merged.problem);
  return JSON.stringify(merged.value);
}

function writeHome({ home }: TestWorkspace, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

async function examine(
  workspace: TestWorkspace,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly checks: readonly Check[] }> {
  const ran = await runValehook(["doctor", "--json"], {
    cwd: workspace.root,
    env: { ...workspace.env, ...env },
  });
  expect(ran.stderr).toBe("");
  const { checks } = JSON.parse(ran.stdout) as { checks: readonly Check[] };
  return { code: ran.code, checks };
}

function fault(part: Partial<Check>): Check {
  return expect.objectContaining(part) as Check;
}

function mends(words: string): string {
  return expect.stringContaining(words) as string;
}

const well = { ...foobadStyle(), "a.md": "Fine.\n", "docs/b.rst": "Fine\n" };

describe("an installation that is well", () => {
  test("the registered commands are run for real, nothing is written, and the exit status is 0", async () => {
    const workspace = makeWorkspace({ files: well });
    writeHome(workspace, ".claude/settings.json", settings("claude", installed));
    writeHome(workspace, ".codex/hooks.json", settings("codex", installed));
    const before = [treeState(workspace.root), treeState(workspace.home)];
    const { code, checks } = await examine(workspace);
    expect([treeState(workspace.root), treeState(workspace.home)]).toEqual(before);
    expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
    expect(code).toBe(0);
    for (const [name, client, path] of [
      ["Claude Code", "claude", ".claude/settings.json"],
      ["Codex", "codex", ".codex/hooks.json"],
    ]) {
      const detail = "the registered commands run, and told a sample finding";
      const file = join(workspace.home, path ?? "");
      expect(checks).toContainEqual({ name, status: "ok", detail, mend: "", client, file });
    }
    const names = [
      "Node",
      "Git",
      "Files",
      "Vale",
      "Settings",
      "Configuration",
      "Format .rst",
      "State",
    ];
    for (const name of names) expect(checks).toContainEqual(expect.objectContaining({ name }));
  });

  test("a text says on one line each what was found", async () => {
    const workspace = makeWorkspace({ files: well });
    const ran = await runValehook(["doctor"], {
      cwd: workspace.at("docs"),
      env: { ...workspace.env, VALEHOOK_VALE: valePath() },
    });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(
      /^ok {4}Configuration {2}\.vale\.ini: 2 files in the root and below/m,
    );
    expect(ran.stdout).toMatch(/^warn {2}Hooks .*\n +→ Run valehook install/m);
    expect(ran.stdout).toMatch(/^valehook .*\n\w+ \S+ \w+, Node [\d.]+, \/.*\/valehook\.cjs\n/);
    expect(ran.stdout.trimEnd()).toMatch(/\d warnings?\.$/);
  });
});

test("a report of a fault tells the system and which copy of valehook ran", async () => {
  const { root, env } = makeWorkspace({ files: well });
  const { stdout } = await runValehook(["doctor", "--json"], { cwd: root, env });
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 1,
    root,
    system: {
      platform: process.platform,
      release: release(),
      arch: process.arch,
      node: process.versions.node,
    },
    program: realpathSync(programPath()),
  });
});

describe("an installation with faults", () => {
  test("each fault is named with its mend", async () => {
    const workspace = makeWorkspace({
      files: {
        "a.md": "Fine.\n",
        "api/b.rst": "Fine\n",
        ".vale.ini": "StylesPath = styles\nPackages = Gogle\n\n[*]\nBasedOnStyles = Gogle\n",
        "api/.vale.ini": "StylesPath = ../styles\n\n[*]\nBasedOnStyles = Vale\n",
        "styles/.gitkeep": "",
        ".valehook.toml": 'gaurd = "deny"\n',
      },
    });
    const tools = temporaryFolder();
    for (const name of ["git", "sh"]) {
      const [path] = workspace.shell(`command -v ${name}`).split("\n");
      symlinkSync(path ?? "", join(tools, name));
    }
    writeHome(workspace, ".claude/settings.json", '{"disableAllHooks": true, "hooks": {}}');
    workspace.write(".claude/settings.local.json", "{ not json");
    const env = { PATH: tools, VALEHOOK_VALE: valePath(), VALEHOOK_DISABLE: "1" };
    const { code, checks } = await examine(workspace, env);
    expect(code).toBe(1);
    expect(checks).toContainEqual(fault({ name: "Settings", code: "settings-invalid" }));
    expect(checks).toContainEqual(
      fault({ name: "Settings", status: "warn", detail: mends("VALEHOOK_DISABLE") }),
    );
    expect(checks).toContainEqual(
      fault({
        name: "Configuration",
        status: "fail",
        detail: mends("Gogle"),
        mend: mends("vale sync"),
        code: "vale-config-broken",
      }),
    );
    expect(checks).toContainEqual(
      fault({ name: "Format .rst", code: "parser-missing", mend: mends("docutils") }),
    );
    expect(checks).toContainEqual(
      fault({ name: "Claude Code", status: "fail", detail: mends("disableAllHooks") }),
    );
    expect(checks).toContainEqual(fault({ name: "Hooks", code: "client-settings-invalid" }));
  });

  test("a program of Vale's that only this shell's PATH has is named, with what to do", async () => {
    // Whatever this machine has in /usr/bin, Vale finds its programs in the provided folder alone.
    const only = `case "$PATH" in *${dirname(valePath())}*) ;; *) PATH=/nowhere ;; esac`;
    const vale = writeExecutable(
      temporaryFolder(),
      "vale",
      `#!/bin/sh\n${only}\nexec ${valePath()} "$@"\n`,
    );
    const { checks } = await examine(makeWorkspace({ files: well }), { VALEHOOK_VALE: vale });
    expect(checks).toContainEqual(
      fault({
        name: "Format .rst",
        status: "warn",
        detail: mends("rst2html. It is found through this shell's PATH only"),
        mend: mends("Start the client from this shell, or have rst2html in /usr/bin too"),
      }),
    );
  });

  test("a workspace without a Vale configuration is told what hooks do there, and to run init", async () => {
    const { code, checks } = await examine(makeWorkspace({ files: { "a.md": "Fine.\n" } }));
    expect(code).toBe(0);
    expect(checks).toContainEqual({
      name: "Configuration",
      status: "warn",
      detail: mends("has no Vale configuration: hooks are silent"),
      mend: "Run valehook init to write a first one.",
      code: "no-vale-config",
    });
  });

  test("settings that leave no file are named, with how many they leave out", async () => {
    const files = { ...well, ".valehook.toml": 'include = ["dcos/**"]\n' };
    const { checks } = await examine(makeWorkspace({ files }), {});
    expect(checks).toContainEqual(
      fault({ name: "Files", status: "warn", detail: mends("leave out all") }),
    );
  });

  test("a command that does not run is named; one that a workspace made up is not run", async () => {
    const workspace = makeWorkspace({ files: well });
    const gone: HookProgram = { ...installed, program: "/nowhere/valehook.cjs" };
    writeHome(workspace, ".codex/hooks.json", settings("codex", gone));
    const made = workspace.at("tools/valehook.cjs");
    workspace.write(
      "tools/valehook.cjs",
      `require("fs").writeFileSync(${JSON.stringify(join(workspace.home, "ran"))}, "")`,
    );
    workspace.write(
      ".claude/settings.json",
      settings("claude", { kind: "installed", node: process.execPath, program: made }),
    );
    const { code, checks } = await examine(workspace, { VALEHOOK_VALE: valePath() });
    expect(code).toBe(1);
    const codex = checks.find(({ name, status }) => name === "Codex" && status === "fail");
    expect(codex?.detail).toContain("What is registered for PreToolUse ended with exit status 1");
    expect(codex?.mend).toContain("valehook install --client codex --scope user");
    const claude = checks.find(({ name, status }) => name === "Claude Code" && status === "warn");
    expect(claude?.detail).toContain("It was not run");
    expect(treeState(workspace.home).some((line) => line.startsWith("ran "))).toBe(false);
  });
});

test.each([
  [
    "lists valehook, which is not installed yet",
    '{ "devDependencies": { "valehook": "0.1.0" } }',
    /^Run npm ci \(or npm install\) in \S+\/work: its package\.json lists valehook/,
  ],
  ["does not list valehook", "{}", /^Make valehook a dependency of \S+\/work /],
])("a project's hooks without their program, where package.json %s", async (_, json, mend) => {
  const workspace = makeWorkspace({ files: { ...well, "package.json": json } });
  const dependency = { kind: "dependency", root: "git" } as const;
  workspace.write(".claude/settings.json", settings("claude", dependency));
  workspace.write(".codex/hooks.json", settings("codex", dependency));
  const { checks } = await examine(workspace);
  const faults = checks.filter(({ status }) => status === "fail");
  expect(faults.map(({ name }) => name)).toEqual(["Claude Code", "Codex"]);
  for (const { detail, mend: told } of faults) {
    expect(detail).toContain("(Error: Cannot find module '");
    expect(detail).not.toMatch(/node:internal|throw err|requireStack|Node\.js v/);
    expect(told).toMatch(mend);
  }
});

function claudeSettings(value: object): string {
  return JSON.stringify({ enabledPlugins: { "valehook@valehook": true }, ...value });
}

function withPlugins(workspace: TestWorkspace, value: object = {}): TestWorkspace {
  const record = '{ "plugins": { "valehook@valehook": [{}] } }';
  writeHome(workspace, ".claude/settings.json", claudeSettings(value));
  writeHome(workspace, ".claude/plugins/installed_plugins.json", record);
  writeHome(workspace, ".codex/config.toml", '[plugins."valehook@valehook"]\nenabled = true\n');
  return workspace;
}

describe("plugins", () => {
  const enabled = "the plugin valehook@valehook is enabled and brings the hooks";
  test("each client's plugin has its row, and nothing else is said to be missing", async () => {
    const { checks } = await examine(withPlugins(makeWorkspace({ files: well })));
    for (const name of ["Claude Code", "Codex"]) {
      expect(checks).toContainEqual(fault({ name, status: "ok", detail: mends(enabled) }));
    }
    expect(checks.filter(({ name }) => name === "Hooks")).toEqual([]);
  });

  test("a plugin beside registered hooks is twice; one that is not installed counts for nothing", async () => {
    const both = makeWorkspace({ files: well });
    withPlugins(both, JSON.parse(settings("claude", installed)) as object);
    const { checks } = await examine(both);
    expect(checks).toContainEqual(
      fault({
        name: "Claude Code",
        status: "warn",
        detail: mends("~/.claude/settings.json and the plugin valehook@valehook"),
        mend: mends("; or claude plugin uninstall valehook@valehook."),
      }),
    );
    const gone = makeWorkspace({ files: well });
    writeHome(gone, ".claude/settings.json", claudeSettings({}));
    expect((await examine(gone)).checks).toContainEqual(fault({ name: "Hooks", status: "warn" }));
  });
});

test("of hooks that are registered twice, the command that removes each is given", async () => {
  const workspace = makeWorkspace({ files: well });
  writeHome(workspace, ".claude/settings.json", settings("claude", installed));
  workspace.write(".claude/settings.local.json", settings("claude", installed));
  const { checks } = await examine(workspace);
  expect(checks).toContainEqual(
    fault({
      name: "Claude Code",
      status: "warn",
      detail: mends("Registered 2 times: ~/.claude/settings.json and "),
      mend: `Remove all but one: valehook uninstall --client claude --scope user (which switches it off in your other projects too); or valehook uninstall --client claude --scope local in ${workspace.root}.`,
    }),
  );
});

test.each([
  ["stop", "ok", "Codex runs the hooks for PreToolUse, PostToolUse and Stop"],
  [
    "other",
    "fail",
    "Codex skips the hooks for PreToolUse, PostToolUse and Stop in ~/.codex/hooks.json: they are not trusted.",
  ],
])("Codex is asked for its trust in a home of its own: %s", async (event, status, detail) => {
  const workspace = makeWorkspace({ kind: "plain", files: well });
  writeHome(workspace, ".codex/hooks.json", settings("codex", installed));
  writeHome(
    workspace,
    ".codex/config.toml",
    `[hooks.state."${workspace.home}/.codex/hooks.json:${event}:0:0"]\ntrusted_hash = "h"\n`,
  );
  const before = treeState(workspace.home);
  const PATH = `${standInCodex()}:${workspace.env["PATH"] ?? ""}`;
  const { checks } = await examine(workspace, { PATH });
  expect(checks).toContainEqual(fault({ name: "Codex trust", status, detail }));
  expect(treeState(workspace.home)).toEqual(before);
});
