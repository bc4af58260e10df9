import { isDeepStrictEqual } from "node:util";

import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import { readHooks } from "./registered-hooks.ts";
import type { RegisteredEvent } from "./registered-hooks.ts";
import type { MatcherGroup, Registrations } from "./registration.ts";

/**
 * One change of a client's settings. Applied in order, to a value or to its text. `set` makes what is missing on the way;
 * `append` puts a value at the end of the list that is there.
 */
export type SettingsEdit =
  | { readonly do: "set"; readonly path: SettingsPath; readonly value: unknown }
  | { readonly do: "append"; readonly path: SettingsPath; readonly value: unknown }
  | { readonly do: "remove"; readonly path: SettingsPath };

export type SettingsPath = readonly (string | number)[];

/** Whether a hook is one that we manage. */
export type ManagedBy = (handler: unknown) => boolean;

/**
 * What makes settings hold our registrations, once each, and no older ones of ours. Touches nothing else: a person's
 * hooks, their order, and hooks of ours that are as they should be stay. Empty where nothing is to be done. Fails with a
 * description where `hooks` hasn't the shape that clients read.
 */
export function planMerge(
  existing: unknown,
  ours: Registrations,
  managedBy: ManagedBy,
): Result<readonly SettingsEdit[], string> {
  const hooks = readHooks(existing, managedBy);
  if (!hooks.ok) return failure(hooks.problem);
  if (hooks.value === undefined) {
    const lists = [...ours].map(([name, group]) => [name, [group]] as const);
    return success([{ do: "set", path: ["hooks"], value: Object.fromEntries(lists) }]);
  }
  const edits: SettingsEdit[] = [];
  for (const event of hooks.value) {
    const wanted = ours.get(event.name);
    if (wanted === undefined) edits.push(...removeFromEvent(event));
    else edits.push(...mergeIntoEvent(event, wanted));
  }
  const present = new Set(hooks.value.map(({ name }) => name));
  for (const [name, group] of ours) {
    if (!present.has(name)) edits.push({ do: "set", path: ["hooks", name], value: [group] });
  }
  return success(edits);
}

/**
 * What takes our hooks out again, with the lists that are empty without them. Lists that were empty before a merge can't be told
 * from ours and go too; they mean nothing to a client.
 */
export function planRemove(
  existing: unknown,
  managedBy: ManagedBy,
): Result<readonly SettingsEdit[], string> {
  const hooks = readHooks(existing, managedBy);
  if (!hooks.ok) return failure(hooks.problem);
  const events = hooks.value ?? [];
  if (events.length > 0 && events.every((event) => hasOurs(event) && isOnlyOurs(event))) {
    return success([{ do: "remove", path: ["hooks"] }]);
  }
  return success(events.flatMap(removeFromEvent));
}

function hasOurs(event: RegisteredEvent): boolean {
  return event.groups.some(({ managed }) => managed.includes(true));
}

function isOnlyOurs(event: RegisteredEvent): boolean {
  return event.groups.every(isGroupOnlyOurs);
}

function isGroupOnlyOurs({ managed }: { readonly managed: readonly boolean[] }): boolean {
  return managed.length > 0 && managed.every(Boolean);
}

/** Keeps the first hook of ours that has the wanted matcher, mended if it differs, and drops the others. */
function mergeIntoEvent(event: RegisteredEvent, wanted: MatcherGroup): readonly SettingsEdit[] {
  const [handler] = wanted.hooks;
  const home = event.groups.findIndex(
    ({ matcher, managed }) => matcher === wanted.matcher && managed.includes(true),
  );
  const group = event.groups[home];
  const path: SettingsPath = ["hooks", event.name];
  if (group === undefined) {
    return [...dropManaged(event, () => false), { do: "append", path, value: wanted }];
  }
  const place = group.managed.indexOf(true);
  const edits: SettingsEdit[] = [];
  if (!isDeepStrictEqual(group.handlers[place], handler)) {
    edits.push({ do: "set", path: [...path, home, "hooks", place], value: handler });
  }
  return [...edits, ...dropManaged(event, (at, index) => at === home && index === place)];
}

function removeFromEvent(event: RegisteredEvent): readonly SettingsEdit[] {
  if (hasOurs(event) && isOnlyOurs(event)) return [{ do: "remove", path: ["hooks", event.name] }];
  return dropManaged(event, () => false);
}

/** Removals from the last to the first, so that each leaves the places before it as they are. */
function dropManaged(
  event: RegisteredEvent,
  keep: (group: number, index: number) => boolean,
): readonly SettingsEdit[] {
  const edits: SettingsEdit[] = [];
  event.groups.forEach((group, at) => {
    const kept = group.managed.some((_, index) => keep(at, index));
    if (isGroupOnlyOurs(group) && !kept) {
      edits.push({ do: "remove", path: ["hooks", event.name, at] });
      return;
    }
    group.managed.forEach((managed, index) => {
      if (!managed || keep(at, index)) return;
      edits.push({ do: "remove", path: ["hooks", event.name, at, "hooks", index] });
    });
  });
  return edits.toReversed();
}
