import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { defaultSettings } from "../../../src/scope/settings.ts";
import { loadSettings } from "../../../src/scope/settings-load.ts";
import { settingsFiles } from "../../../src/scope/settings-files.ts";
import { temporaryFolder } from "../../support/scope-fixtures.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";

let folder: TemporaryFolder;
let root: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = temporaryFolder();
  root = join(folder.path, "workspace");
  mkdirSync(root);
  env = { HOME: join(folder.path, "home") };
});
afterEach(() => folder.remove());

test("without a file the defaults hold", async () => {
  expect(await loadSettings(root, env)).toEqual({ ok: true, value: defaultSettings });
});

test("the project's policy wins over the person's defaults, key by key", async () => {
  folder.write(
    "home/.config/valehook/config.toml",
    'guard = "off"\nreport = "all"\nmax_files = 9\n',
  );
  folder.write("workspace/.valehook.toml", 'guard = "deny"\nextensions = [".QMD"]\n');
  expect(await loadSettings(root, env)).toEqual({
    ok: true,
    value: {
      ...defaultSettings,
      guard: "deny",
      report: "all",
      maxFiles: 9,
      extensions: [".qmd"],
    },
  });
});

test("the person's file and then VALEHOOK_VALE name a Vale", async () => {
  env["XDG_CONFIG_HOME"] = join(folder.path, "xdg");
  const file = folder.write(
    "xdg/valehook/config.toml",
    'trusted_workspaces = ["/w"]\n[vale]\nbinary = "/opt/vale"\n',
  );
  const byFile = await loadSettings(root, env);
  expect(byFile.ok && byFile.value).toMatchObject({
    trustedWorkspaces: ["/w"],
    valeBinary: { path: "/opt/vale", namedBy: file },
  });
  const byVariable = await loadSettings(root, { ...env, VALEHOOK_VALE: "/my/vale" });
  expect(byVariable.ok && byVariable.value.valeBinary).toEqual({
    path: "/my/vale",
    namedBy: "VALEHOOK_VALE",
  });
});

test("a relative XDG_CONFIG_HOME does not count", () => {
  expect(settingsFiles("/w", { HOME: "/home/x", XDG_CONFIG_HOME: "conf" })).toEqual([
    "/w/.valehook.toml",
    "/home/x/.config/valehook/config.toml",
  ]);
});

test("a project's file that names an executable is refused", async () => {
  const file = folder.write("workspace/.valehook.toml", '[vale]\nbinary = "./evil"\n');
  expect(await loadSettings(root, env)).toMatchObject({
    ok: false,
    problem: { code: "settings-invalid", file, line: 1, key: "vale" },
  });
});

test("a settings file that is no regular file is not opened", async () => {
  const file = join(root, ".valehook.toml");
  execFileSync("mkfifo", [file]);
  expect(await loadSettings(root, env)).toEqual({
    ok: false,
    problem: { code: "settings-unreadable", file, errno: "not a regular file" },
  });
});

test("a settings file far larger than any is not read", async () => {
  folder.write("workspace/.valehook.toml", "# \n".repeat(100_000));
  expect(await loadSettings(root, env)).toMatchObject({
    ok: false,
    problem: { code: "settings-invalid", line: 1 },
  });
});
