import { settingsHooks } from "./settings-hooks.ts";

/**
 * What of a client's settings registers valehook or keeps it from running, as text that is compared for equality;
 * undefined where nothing does. Whatever else the settings hold (permissions, other hooks, trust) is no part of it.
 */
export function ourRegistration(format: "json" | "toml", text: string): string | undefined {
  const read = settingsHooks(format, text, { plain: false });
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
