import { parse, TomlError } from "smol-toml";

import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import { parseSettingsText } from "./settings-text.ts";

/** A plugin's name in both clients is its own, `@` and the marketplace's, which anybody may have named. */
const OUR_PLUGIN = /^valehook@/;

/**
 * The name by which Claude Code (2.1.332) runs valehook's plugin, or undefined. It runs one that is installed and that the
 * settings enable, the last of them that says anything about it.
 *
 * @param settings texts of the settings files that there are, from the user's to the most local
 * @param installed text of `plugins/installed_plugins.json`
 * @returns fails with a description where a text can't be parsed
 */
export function claudePlugin(
  settings: readonly string[],
  installed: string,
): Result<string | undefined, string> {
  const record = parseSettingsText(installed, { plain: false });
  if (!record.ok) return record;
  const ours = Object.keys(tableIn(record.value, "plugins")).filter((id) => OUR_PLUGIN.test(id));
  const enabled = new Set<string>();
  for (const text of settings) {
    const parsed = parseSettingsText(text, { plain: false });
    if (!parsed.ok) return parsed;
    const said = tableIn(parsed.value, "enabledPlugins");
    for (const id of ours) {
      if (said[id] === true) enabled.add(id);
      if (said[id] === false) enabled.delete(id);
    }
  }
  return success([...enabled][0]);
}

/** The name by which Codex (0.171.0) runs valehook's plugin, by the text of the user's `config.toml`, or undefined. */
export function codexPlugin(config: string): Result<string | undefined, string> {
  try {
    const plugins = Object.entries(tableIn(parse(config), "plugins"));
    return success(plugins.find(([id, entry]) => OUR_PLUGIN.test(id) && isEnabled(entry))?.[0]);
  } catch (error) {
    if (error instanceof TomlError) return failure(`line ${error.line}: not TOML`);
    throw error;
  }
}

function isEnabled(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && !("enabled" in entry && !entry.enabled);
}

function tableIn(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return {};
  const table = (value as Readonly<Record<string, unknown>>)[key];
  return typeof table === "object" && table !== null
    ? (table as Readonly<Record<string, unknown>>)
    : {};
}
