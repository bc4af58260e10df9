import { resolve } from "node:path";

import type { SettingsProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { loadSettings } from "../scope/settings-load.ts";
import { defaultSettings, type Settings } from "../scope/settings.ts";
import { configOverride, type ConfigOverride } from "../scope/vale-config.ts";
import { findWorkspace, type Workspace } from "../scope/workspace.ts";

/** A workspace with what governs every check in it. */
export interface OpenWorkspace {
  readonly workspace: Workspace;
  /** The defaults where the settings can't be used; {@link settingsProblem} says why. */
  readonly settings: Settings;
  readonly settingsProblem: SettingsProblem | undefined;
  /** The Vale configuration that was named instead of found. */
  readonly override: ConfigOverride | undefined;
  readonly env: NodeJS.ProcessEnv;
}

export interface OpenOptions {
  readonly env: NodeJS.ProcessEnv;
  /** `--config`, relative to `cwd`. */
  readonly config?: string | undefined;
  /** Absolute; where `config` starts from. Default: the folder that is opened. */
  readonly cwd?: string | undefined;
}

/**
 * Opens the workspace that holds a folder. Settings that can't be used are no failure: who opens it decides what they
 * mean. Problems: `folder-unreadable`.
 */
export async function openWorkspace(
  folder: string,
  options: OpenOptions,
): Promise<Result<OpenWorkspace>> {
  const found = findWorkspace(folder);
  return found.ok ? success(await openFound(found.value, { cwd: folder, ...options })) : found;
}

/** {@link openWorkspace} for a workspace that was found already. */
export async function openFound(
  workspace: Workspace,
  { env, config, cwd }: OpenOptions,
): Promise<OpenWorkspace> {
  const option = config === undefined ? undefined : resolve(cwd ?? workspace.root, config);
  const settings = await loadSettings(workspace.root, env);
  return {
    workspace,
    settings: settings.ok ? settings.value : defaultSettings,
    settingsProblem: settings.ok ? undefined : settings.problem,
    override: configOverride(option, env),
    env,
  };
}
