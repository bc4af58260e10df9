import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { codexConfigFile, settingsFile } from "../clients/settings-files.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { settingsFiles } from "../scope/settings-files.ts";
import { watchedChecks } from "../scope/watched-checks.ts";

/** A file in which a client may be told to run valehook. */
export interface RegistrationFile {
  /** Absolute. */
  readonly path: string;
  readonly format: "json" | "toml";
}

/** Where the clients' hook registrations lie, whether they are there or not: the workspace's, then the person's. */
export function registrationFiles(
  root: string,
  env: NodeJS.ProcessEnv,
): readonly RegistrationFile[] {
  const json = [
    settingsFile("claude", "project", root, env),
    settingsFile("claude", "local", root, env),
    settingsFile("claude", "user", root, env),
    settingsFile("codex", "project", root, env),
    settingsFile("codex", "user", root, env),
  ].flatMap((path) => (path === undefined ? [] : [{ path, format: "json" } as const]));
  const toml = (["project", "user"] as const).map((scope) => ({
    path: codexConfigFile(scope, root, env),
    format: "toml" as const,
  }));
  return [...json, ...toml];
}

/**
 * Everything beside the files themselves that decides what is checked and told: Vale's configurations, styles and
 * vocabularies, the settings, the hook registrations. `configs` are all that apply to the workspace's files. Absolute, sorted; what can't be read is left to the check, which
 * says so.
 */
export function watchedPaths(
  { workspace, env }: OpenWorkspace,
  configs: readonly ValeConfigRef[],
): readonly string[] {
  const others = [
    ...settingsFiles(workspace.root, env),
    ...registrationFiles(workspace.root, env).map(({ path }) => path),
  ];
  const watched = watchedChecks(workspace, configs, others);
  return watched.ok
    ? watched.value
    : [...new Set([...others, ...configs.map(({ file }) => file)])].sort();
}
