import { failure, success, type Result } from "../base/result.ts";
import { codexConfigHooks } from "./codex-config.ts";
import { readHooks, type RegisteredEvent } from "./registered-hooks.ts";
import { isOurHandler } from "./registration.ts";
import type { HookFile } from "./settings-files.ts";
import { parseSettingsText } from "./settings-text.ts";

/** What a client's settings say of hooks. */
export interface SettingsHooks {
  /** Everybody's hooks; ours are the managed ones. */
  readonly events: readonly RegisteredEvent[];
  /** Whether all hooks are turned off (Claude Code's `disableAllHooks`). */
  readonly areOff: boolean;
}

/**
 * Reads the hooks in the text of a client's settings. Fails with a description where the text or the shape of its hooks is not the client's.
 *
 * @param plain whether comments in JSON are a fault
 * @param known the only keys that JSON may have
 */
export function settingsHooks(
  format: HookFile["format"],
  text: string,
  { plain, known }: { readonly plain: boolean; readonly known?: readonly string[] | undefined },
): Result<SettingsHooks, string> {
  if (format === "toml") {
    const hooks = codexConfigHooks(text);
    return hooks.ok ? success({ events: hooks.value, areOff: false }) : hooks;
  }
  const settings = parseSettingsText(text, { plain });
  if (!settings.ok) return settings;
  const unknown = unknownKey(settings.value, known);
  if (unknown !== undefined) return failure(unknown);
  const hooks = readHooks(settings.value, isOurHandler);
  if (!hooks.ok) return hooks;
  const { disableAllHooks } = settings.value as Readonly<Record<string, unknown>>;
  return success({ events: hooks.value ?? [], areOff: disableAllHooks === true });
}

/** Why a client drops the whole file, or nothing. */
export function unknownKey(
  value: unknown,
  known: readonly string[] | undefined,
): string | undefined {
  if (known === undefined || typeof value !== "object" || value === null) return undefined;
  const key = Object.keys(value).find((one) => !known.includes(one));
  if (key === undefined) return undefined;
  return `the client reads ${known.join(" and ")} only, and drops the whole file for ${JSON.stringify(key)}`;
}
