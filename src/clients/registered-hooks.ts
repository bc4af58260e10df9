import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";

/** The hooks that settings register for one event. */
export interface RegisteredEvent {
  readonly name: string;
  readonly groups: readonly RegisteredGroup[];
}

export interface RegisteredGroup {
  readonly matcher: unknown;
  readonly handlers: readonly unknown[];
  /** For each handler, whether it is managed. */
  readonly managed: readonly boolean[];
}

/**
 * The hooks of a client's settings by event, in order; undefined where they have none. Fails with a description where their shape is not the clients'. Own code,
 * because a schema library drops keys such as `__proto__`, and what is not understood here must not be lost.
 */
export function readHooks(
  settings: unknown,
  managedBy: (handler: unknown) => boolean,
): Result<readonly RegisteredEvent[] | undefined, string> {
  if (!isObject(settings)) return failure("it is not an object");
  const hooks = settings["hooks"];
  if (hooks === undefined) return success(undefined);
  if (!isObject(hooks)) return failure("hooks is not an object");
  const events: RegisteredEvent[] = [];
  for (const [name, groups] of Object.entries(hooks)) {
    const read = readGroups(`hooks.${name}`, groups, managedBy);
    if (!read.ok) return read;
    events.push({ name, groups: read.value });
  }
  return success(events);
}

function readGroups(
  path: string,
  groups: unknown,
  managedBy: (handler: unknown) => boolean,
): Result<readonly RegisteredGroup[], string> {
  if (!Array.isArray(groups)) return failure(`${path} is not a list`);
  const read: RegisteredGroup[] = [];
  for (const [index, group] of groups.entries() as Iterable<[number, unknown]>) {
    if (!isObject(group)) return failure(`${path}[${index}] is not an object`);
    const handlers: unknown = group["hooks"];
    if (!Array.isArray(handlers)) return failure(`${path}[${index}].hooks is not a list`);
    read.push({ matcher: group["matcher"], handlers, managed: handlers.map(managedBy) });
  }
  return success(read);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
