import { hookTimeoutSeconds, isOurHandler } from "./registration.ts";
import type { RegisteredEvent } from "./registered-hooks.ts";

/** A hook of ours as a person reads it. */
export interface OurHook {
  readonly event: string;
  /** Its command line, and after it what is unusual about it: another time limit, a matcher. */
  readonly shown: string;
}

/** Our hooks among those that settings register, in their order. */
export function ourHooks(events: readonly RegisteredEvent[]): readonly OurHook[] {
  return events.flatMap(({ name, groups }) =>
    groups.flatMap(({ matcher, handlers }) =>
      handlers.filter(isOurHandler).map((handler) => ({
        event: name,
        shown: shown(handler as Readonly<Record<string, unknown>>, matcher),
      })),
    ),
  );
}

function shown(handler: Readonly<Record<string, unknown>>, matcher: unknown): string {
  const { command, args, timeout } = handler;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  const unusual = [
    ...(timeout === hookTimeoutSeconds ? [] : [`timeout ${JSON.stringify(timeout)}`]),
    ...(matcher === undefined ? [] : [`matcher ${JSON.stringify(matcher)}`]),
  ];
  return [...words.map(String), ...unusual.map((one) => `(${one})`)].join(" ");
}
