import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { clientNames } from "../clients/client-name.ts";
import { scopes } from "../clients/hook-command.ts";
import { hookFiles, type HookFile } from "../clients/settings-files.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { settingsFiles } from "../scope/settings-files.ts";
import { watchedChecks } from "../scope/watched-checks.ts";

/** Where the clients' hook registrations lie, whether they are there or not. */
export function registrationFiles(root: string, env: NodeJS.ProcessEnv): readonly HookFile[] {
  return clientNames.flatMap((client) =>
    scopes.flatMap((scope) => hookFiles(client, scope, root, env)),
  );
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
    ...registrationFiles(workspace.root, env).map(({ file }) => file),
  ];
  const watched = watchedChecks(workspace, configs, others);
  return watched.ok
    ? watched.value
    : [...new Set([...others, ...configs.map(({ file }) => file)])].sort();
}
