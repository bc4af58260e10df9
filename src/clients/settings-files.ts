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

function claudeFile(scope: Scope, root: string, env: Environment): string {
  switch (scope) {
    case "user": {
      const named = env["CLAUDE_CONFIG_DIR"];
      const folder = named === undefined || named === "" ? join(home(env), ".claude") : named;
      return join(folder, "settings.json");
    }
    case "project":
      return join(root, ".claude", "settings.json");
    case "local":
      return join(root, ".claude", "settings.local.json");
  }
}

function home(env: Environment): string {
  return env["HOME"] ?? homedir();
}
