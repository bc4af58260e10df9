import { success, type Result } from "../base/result.ts";
import { codexConfigHooks } from "./codex-config.ts";
import { readHooks, type RegisteredEvent } from "./registered-hooks.ts";
import { isOurHandler } from "./registration.ts";
import { parseSettingsText } from "./settings-text.ts";

/**
 * What of a client's settings registers valehook or keeps it from running, as text that is compared for equality;
 * undefined where nothing does. Whatever else the settings hold (permissions, other hooks, trust) is no part of it.
 */
export function ourRegistration(format: "json" | "toml", text: string): string | undefined {
  const read = format === "json" ? readJson(text) : readToml(text);
  // A client ignores settings that it can't read, so that a registration in them is as good as removed.
  if (!read.ok) return text.includes("valehook") ? "unusable" : undefined;
  const { events, areOff } = read.value;
  const ours = events.flatMap(({ name, groups }) =>
    groups.flatMap(({ matcher, handlers, managed }) =>
      handlers.filter((_, index) => managed[index]).map((handler) => [name, matcher, handler]),
    ),
  );
  return ours.length === 0 && !areOff ? undefined : JSON.stringify({ areOff, ours });
}

interface Registered {
  readonly events: readonly RegisteredEvent[];
  /** Claude Code's `disableAllHooks`. */
  readonly areOff: boolean;
}

function readJson(text: string): Result<Registered, string> {
  const settings = parseSettingsText(text, { plain: false });
  if (!settings.ok) return settings;
  const hooks = readHooks(settings.value, isOurHandler);
  if (!hooks.ok) return hooks;
  const { disableAllHooks } = settings.value as Record<string, unknown>;
  return success({ events: hooks.value ?? [], areOff: disableAllHooks === true });
}

function readToml(text: string): Result<Registered, string> {
  const hooks = codexConfigHooks(text);
  return hooks.ok ? success({ events: hooks.value, areOff: false }) : hooks;
}
