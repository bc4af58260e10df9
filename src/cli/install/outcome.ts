import type { InstallProblem } from "../../base/problem.ts";
import type { ClientName } from "../../clients/client-name.ts";
import type { Scope } from "../../clients/hook-command.ts";
import { ourHooks, type OurHook } from "../../clients/our-hooks.ts";
import { readHooks } from "../../clients/registered-hooks.ts";
import { isOurHandler } from "../../clients/registration.ts";
import { parseSettingsText } from "../../clients/settings-text.ts";
import type { EditedFile } from "./settings-file.ts";

/**
 * How it ended for one client. `changed`: the file was written, or would be. `unchanged`: it is as it should be. `elsewhere`: the
 * hooks are there by a plugin or another file. `unavailable`: the client has no such scope. `failed`: nothing was written.
 */
export type OutcomeStatus = "changed" | "unchanged" | "elsewhere" | "unavailable" | "failed";

export interface ClientOutcome {
  readonly client: ClientName;
  readonly scope: Scope;
  readonly status: OutcomeStatus;
  /** Absolute; undefined where the client has no such scope. */
  readonly file: string | undefined;
  readonly added: readonly OurHook[];
  readonly removed: readonly OurHook[];
  /** Where the text from before is kept. */
  readonly backup: string | undefined;
  /** Whether the file is removed, because it holds nothing else. */
  readonly fileRemoved: boolean;
  /** The text before and after; equal where nothing changes. */
  readonly before: string;
  readonly after: string;
  /** What a person has to know beyond that, a sentence or two each. */
  readonly notes: readonly string[];
  readonly problem: InstallProblem | undefined;
}

/** An outcome in which nothing has changed. */
export function untouched(
  client: ClientName,
  scope: Scope,
  status: Exclude<OutcomeStatus, "changed">,
  more: Partial<Pick<ClientOutcome, "file" | "notes" | "problem">> = {},
): ClientOutcome {
  return {
    client,
    scope,
    status,
    file: undefined,
    added: [],
    removed: [],
    backup: undefined,
    fileRemoved: false,
    before: "",
    after: "",
    notes: [],
    problem: undefined,
    ...more,
  };
}

/** The outcome of an edit, with the hooks that it brought and took. */
export function editedOutcome(
  client: ClientName,
  scope: Scope,
  { file, before, after, backup, isRemoved }: EditedFile,
  notes: readonly string[],
): ClientOutcome {
  const [old, now] = [hooksIn(before), hooksIn(after)];
  return {
    client,
    scope,
    status: before === after ? "unchanged" : "changed",
    file,
    added: without(now, old),
    removed: without(old, now),
    backup,
    fileRemoved: isRemoved,
    before,
    after,
    notes,
    problem: undefined,
  };
}

/** Our hooks in a text that has been parsed before. */
function hooksIn(text: string): readonly OurHook[] {
  const settings = parseSettingsText(text, { plain: false });
  const hooks = settings.ok ? readHooks(settings.value, isOurHandler) : settings;
  if (!hooks.ok) throw new Error(`A settings text was read and now can't be: ${hooks.problem}`);
  return ourHooks(hooks.value ?? []);
}

/** The hooks of one list that have no equal in the other, counted. */
function without(hooks: readonly OurHook[], others: readonly OurHook[]): readonly OurHook[] {
  const left = [...others];
  return hooks.filter(({ event, shown }) => {
    const equal = left.findIndex((other) => other.event === event && other.shown === shown);
    if (equal >= 0) left.splice(equal, 1);
    return equal < 0;
  });
}
