import { parse, TomlError } from "smol-toml";

import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import { readHooks, type RegisteredEvent } from "./registered-hooks.ts";
import { isOurHandler } from "./registration.ts";

/**
 * The events that Codex's `config.toml` registers valehook for, in its order (`[[hooks.Stop]]` with `[[hooks.Stop.hooks]]`). Codex runs
 * the hooks of both files, so that what is here must not be written to hooks.json as well. Fails with a description where the
 * text is not TOML or its hooks haven't Codex's shape.
 */
export function ourEventsInCodexConfig(text: string): Result<readonly string[], string> {
  const registered = codexConfigHooks(text);
  if (!registered.ok) return registered;
  return success(
    registered.value
      .filter(({ groups }) => groups.some(({ managed }) => managed.includes(true)))
      .map(({ name }) => name),
  );
}

/** All hooks of Codex's `config.toml` by event; fails as {@link ourEventsInCodexConfig} does. */
export function codexConfigHooks(text: string): Result<readonly RegisteredEvent[], string> {
  let config: Record<string, unknown>;
  try {
    config = parse(text);
  } catch (error) {
    if (error instanceof TomlError) return failure(`line ${error.line}: not TOML`);
    throw error;
  }
  const { hooks } = config;
  if (hooks === undefined) return success([]);
  // Codex keeps trust in a table beside the events.
  const { state: _, ...events } = hooks as Record<string, unknown>;
  const registered = readHooks({ hooks: events }, isOurHandler);
  return registered.ok ? success(registered.value ?? []) : registered;
}
