import type { HeadPosition, Session } from "./session.ts";

/** A session at its baseline: nothing changed, nothing said. */
export function newSession(start: {
  readonly startedAtMs: number;
  readonly startedBy: Session["startedBy"];
  readonly head: HeadPosition | undefined;
  readonly checks: string | undefined;
  readonly checksAtStart?: ReadonlyMap<string, string>;
}): Session {
  return {
    generation: 0,
    ...start,
    checksAtStart: start.checksAtStart ?? new Map(),
    checksChanged: new Map(),
    hasNews: false,
    files: new Map(),
    own: new Set(),
    fromGit: new Map(),
    told: new Set(),
    blocked: new Set(),
    blocking: undefined,
    observed: [],
  };
}
