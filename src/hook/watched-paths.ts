import { join } from "node:path";

import type { OpenWorkspace } from "../check/open-workspace.ts";
import { workspaceRules } from "../check/workspace-rules.ts";
import { settingsFiles } from "../scope/settings-files.ts";
import { watchedChecks } from "../scope/watched-checks.ts";

/** Where the clients' hook registrations lie, below a workspace's root. */
export const registrationPaths: readonly string[] = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".codex/hooks.json",
  ".codex/config.toml",
];

/**
 * Everything beside the files themselves that decides what is checked and told: Vale's configurations, styles and
 * vocabularies, the settings, the hook registrations. Absolute, sorted; what can't be read is left to the check, which
 * says so.
 */
export async function watchedPaths(
  open: OpenWorkspace,
  listing: Buffer,
): Promise<readonly string[]> {
  const { workspace, env } = open;
  const others = [
    ...settingsFiles(workspace.root, env),
    ...registrationPaths.map((path) => join(workspace.root, path)),
  ];
  const { configs } = await workspaceRules(open, listing);
  const watched = watchedChecks(workspace, configs, others);
  return watched.ok
    ? watched.value
    : [...new Set([...others, ...configs.map(({ file }) => file)])].sort();
}
