import type { Problem, ProblemCode } from "../base/problem.ts";

/** Faults of a file that the agent can mend by editing it. */
const inFile: ReadonlySet<ProblemCode> = new Set([
  "not-utf8",
  "binary",
  "bad-front-matter",
  "too-large",
] as const);

/** Faults of Vale, its configuration or its parsers: no file's own, so each is told once a session. */
const ofChecks: ReadonlySet<ProblemCode> = new Set([
  "vale-missing",
  "vale-named-missing",
  "vale-not-runnable",
  "vale-config-missing",
  "vale-config-broken",
  "vale-config-unreadable",
  "parser-missing",
] as const);

/** Whether the agent is told of an unchecked file after the tool call. */
export function isMendable({ code }: Problem): boolean {
  return inFile.has(code);
}

/** Whether a problem is about the checks as a whole and not about the file that met it. */
export function isOfChecks({ code }: Problem): boolean {
  return ofChecks.has(code);
}
