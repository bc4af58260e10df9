import type { InstallProblem } from "../base/problem.ts";
import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import type { ClientPort } from "./client-port.ts";
import type { HookCommand } from "./hook-command.ts";
import { isOurHandler } from "./registration.ts";
import type { Registrations } from "./registration.ts";
import { planMerge, planRemove } from "./registration-plan.ts";
import type { ManagedBy, SettingsEdit } from "./registration-plan.ts";
import { unknownKey } from "./settings-hooks.ts";
import { applyToText } from "./edit-settings-text.ts";
import { parseSettingsText } from "./settings-text.ts";
import { applyToValue } from "./settings-value.ts";

/** What valehook registers with a client: every tool, on each event that the client has for it. */
export function registrationsFor(port: ClientPort, command: HookCommand): Registrations {
  return new Map(
    port.registeredEvents.map((event) => [event, port.registration(event, undefined, command)]),
  );
}

/**
 * Settings with our registrations in them; `existing` is not changed. Idempotent; keeps everything that isn't managed, and its order.
 * Fails with a description where the settings' hooks haven't the clients' shape.
 */
export function mergeRegistrations(
  existing: unknown,
  ours: Registrations,
  managedBy: ManagedBy = isOurHandler,
): Result<unknown, string> {
  return applied(existing, planMerge(existing, ours, managedBy));
}

/** Settings without our registrations. */
export function removeRegistrations(
  existing: unknown,
  managedBy: ManagedBy = isOurHandler,
): Result<unknown, string> {
  return applied(existing, planRemove(existing, managedBy));
}

/**
 * The text of a settings file with our registrations in it: the same text where they already are. A file that doesn't exist is
 * empty text. Fails with `client-settings-invalid` where the client itself could not read the file.
 */
export function registerInText(
  file: string,
  text: string,
  ours: Registrations,
  { hookFileKeys }: Pick<ClientPort, "hookFileKeys"> = {},
): Result<string, InstallProblem> {
  const parsed = parseSettingsText(text, { plain: true });
  const unknown = parsed.ok ? unknownKey(parsed.value, hookFileKeys) : undefined;
  if (unknown !== undefined) {
    return failure({ code: "client-settings-invalid", file, detail: unknown });
  }
  return edited(file, text, parsed, (value) => planMerge(value, ours, isOurHandler));
}

/** The text of a settings file without our registrations: the same text where there are none. */
export function unregisterInText(file: string, text: string): Result<string, InstallProblem> {
  const parsed = parseSettingsText(text, { plain: false });
  return edited(file, text, parsed, (value) => planRemove(value, isOurHandler));
}

function applied(
  existing: unknown,
  plan: Result<readonly SettingsEdit[], string>,
): Result<unknown, string> {
  return plan.ok ? success(applyToValue(existing, plan.value)) : plan;
}

function edited(
  file: string,
  text: string,
  parsed: Result<unknown, string>,
  plan: (value: unknown) => Result<readonly SettingsEdit[], string>,
): Result<string, InstallProblem> {
  const edits = parsed.ok ? plan(parsed.value) : parsed;
  if (!edits.ok) return failure({ code: "client-settings-invalid", file, detail: edits.problem });
  return success(edits.value.length === 0 ? text : applyToText(text, edits.value));
}
