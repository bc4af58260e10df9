import { homedir } from "node:os";
import { join } from "node:path";

import type { ClientName } from "./client-name.ts";
import type { Scope } from "./hook-command.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file that registers a client's hooks in a scope, or undefined where the client has no such scope: Codex (0.171.0) has no
 * file of one project that is a person's own. `root` is the workspace's. `CLAUDE_CONFIG_DIR` and `CODEX_HOME` move the user's.
 */
export function settingsFile(
  client: ClientName,
  scope: Scope,
  root: string,
  env: Environment,
): string | undefined {
  switch (client) {
    case "claude":
      return claudeFile(scope, root, env);
    case "codex":
      if (scope === "local") return undefined;
      return join(scope === "user" ? codexHome(env) : join(root, ".codex"), "hooks.json");
  }
}

/** A file in which a client may be told to run hooks. */
export interface HookFile {
  /** Absolute. */
  readonly file: string;
  /** `toml`: Codex's `config.toml`, which valehook reads and never writes. */
  readonly format: "json" | "toml";
}

/** Every file of a scope in which a client looks for hooks, whether it is there or not. */
export function hookFiles(
  client: ClientName,
  scope: Scope,
  root: string,
  env: Environment,
): readonly HookFile[] {
  const file = settingsFile(client, scope, root, env);
  if (file === undefined) return [];
  const json = { file, format: "json" } as const;
  if (client !== "codex" || scope === "local") return [json];
  return [json, { file: codexConfigFile(scope, root, env), format: "toml" }];
}

/** Codex's own configuration, which may hold hooks too. */
export function codexConfigFile(
  scope: Exclude<Scope, "local">,
  root: string,
  env: Environment,
): string {
  return join(scope === "user" ? codexHome(env) : join(root, ".codex"), "config.toml");
}

export function codexHome(env: Environment): string {
  const named = env["CODEX_HOME"];
  return named === undefined || named === "" ? join(home(env), ".codex") : named;
}

/** Where Claude Code (2.1.332) records the plugins that are installed. */
export function claudePluginsFile(env: Environment): string {
  return join(claudeHome(env), "plugins", "installed_plugins.json");
}

/** The folder of a person's own settings; it is there once the client has been started. */
export function clientHome(client: ClientName, env: Environment): string {
  return client === "claude" ? claudeHome(env) : codexHome(env);
}

function claudeHome(env: Environment): string {
  const named = env["CLAUDE_CONFIG_DIR"];
  return named === undefined || named === "" ? join(home(env), ".claude") : named;
}

function claudeFile(scope: Scope, root: string, env: Environment): string {
  switch (scope) {
    case "user":
      return join(claudeHome(env), "settings.json");
    case "project":
      return join(root, ".claude", "settings.json");
    case "local":
      return join(root, ".claude", "settings.local.json");
  }
}

function home(env: Environment): string {
  return env["HOME"] ?? homedir();
}
