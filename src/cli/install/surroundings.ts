import type { InstallProblem } from "../../base/problem.ts";
import { failure, success, type Result } from "../../base/result.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import { claudePlugin, codexPlugin } from "../../clients/enabled-plugin.ts";
import { scopes, type Scope } from "../../clients/hook-command.ts";
import { ourHooks, type OurHook } from "../../clients/our-hooks.ts";
import { claudePluginsFile, hookFiles, type HookFile } from "../../clients/settings-files.ts";
import { settingsHooks } from "../../clients/settings-hooks.ts";
import { readText } from "./settings-file.ts";

/** All that a client is told of valehook. */
export interface Surroundings {
  /** The name of valehook's plugin, if the client runs it. */
  readonly plugin: string | undefined;
  /** The settings files that register valehook. */
  readonly files: readonly RegisteringFile[];
  /** The settings files that turn every hook off (Claude Code's `disableAllHooks`). */
  readonly hooksOffIn: readonly string[];
  /** Why a file could not be read: what it registers can't be told. */
  readonly unreadable: readonly InstallProblem[];
}

export interface RegisteringFile extends HookFile {
  readonly scope: Scope;
  readonly hooks: readonly OurHook[];
}

type Place = Omit<RegisteringFile, "hooks">;

interface SettingsFile extends RegisteringFile {
  readonly text: string;
  readonly areOff: boolean;
}

/** Reads everything in which a client may be told to run valehook. */
export async function lookAround(
  port: ClientPort,
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<Surroundings> {
  const unreadable: InstallProblem[] = [];
  const settings: SettingsFile[] = [];
  const files: RegisteringFile[] = [];
  const hooksOffIn: string[] = [];
  for (const place of placesOf(port, root, env)) {
    const one = await readSettings(place);
    if (!one.ok) unreadable.push(one.problem);
    if (!one.ok || one.value === undefined) continue;
    settings.push(one.value);
    const { hooks, areOff, ...file } = one.value;
    if (hooks.length > 0) files.push({ ...file, hooks });
    if (areOff) hooksOffIn.push(file.file);
  }
  const plugin = await findPlugin(port, settings, env);
  if (!plugin.ok) unreadable.push(plugin.problem);
  return { plugin: plugin.ok ? plugin.value : undefined, files, hooksOffIn, unreadable };
}

async function readSettings(
  place: Place,
): Promise<Result<SettingsFile | undefined, InstallProblem>> {
  const text = await readText(place.file);
  if (!text.ok) return text;
  if (text.value === undefined) return success(undefined);
  const read = settingsHooks(place.format, text.value, { plain: false });
  if (!read.ok) return invalid(place.file, read.problem);
  const { events, areOff } = read.value;
  return success({ ...place, text: text.value, hooks: ourHooks(events), areOff });
}

function* placesOf({ name }: ClientPort, root: string, env: NodeJS.ProcessEnv): Generator<Place> {
  for (const scope of scopes) {
    for (const file of hookFiles(name, scope, root, env)) yield { scope, ...file };
  }
}

async function findPlugin(
  port: ClientPort,
  settings: readonly SettingsFile[],
  env: NodeJS.ProcessEnv,
): Promise<Result<string | undefined, InstallProblem>> {
  switch (port.name) {
    case "claude": {
      const file = claudePluginsFile(env);
      const installed = await readText(file);
      if (!installed.ok) return installed;
      const texts = settings.map(({ text }) => text);
      const plugin = claudePlugin(texts, installed.value ?? "");
      return plugin.ok ? plugin : invalid(file, plugin.problem);
    }
    case "codex": {
      const config = settings.find(({ scope, format }) => scope === "user" && format === "toml");
      if (config === undefined) return success(undefined);
      const plugin = codexPlugin(config.text);
      return plugin.ok ? plugin : invalid(config.file, plugin.problem);
    }
  }
}

function invalid(file: string, detail: string): Result<never, InstallProblem> {
  return failure({ code: "client-settings-invalid", file, detail });
}
