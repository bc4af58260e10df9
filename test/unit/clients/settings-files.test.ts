import { expect, test } from "vitest";

import { codexConfigFile, settingsFile } from "../../../src/clients/settings-files.ts";

const env = { HOME: "/home/me" };

test.each([
  ["claude", "user", env, "/home/me/.claude/settings.json"],
  ["claude", "user", { ...env, CLAUDE_CONFIG_DIR: "/etc/cc" }, "/etc/cc/settings.json"],
  ["claude", "project", env, "/w/.claude/settings.json"],
  ["claude", "local", env, "/w/.claude/settings.local.json"],
  ["codex", "user", env, "/home/me/.codex/hooks.json"],
  ["codex", "user", { ...env, CODEX_HOME: "/etc/cx" }, "/etc/cx/hooks.json"],
  ["codex", "user", { ...env, CODEX_HOME: "" }, "/home/me/.codex/hooks.json"],
  ["codex", "project", { ...env, CODEX_HOME: "/etc/cx" }, "/w/.codex/hooks.json"],
  ["codex", "local", env, undefined],
] as const)("%s %s with %j: %s", (client, scope, environment, file) => {
  expect(settingsFile(client, scope, "/w", environment)).toBe(file);
});

test("Codex's own configuration lies beside its hooks", () => {
  expect(codexConfigFile("user", "/w", env)).toBe("/home/me/.codex/config.toml");
  expect(codexConfigFile("project", "/w", env)).toBe("/w/.codex/config.toml");
});
