import { textDigest } from "../base/digest.ts";
import type { Problem } from "../base/problem.ts";
import type { Fact } from "../report/fact.ts";
import type { Reader } from "./weakened-checks.ts";
import type { SetAside } from "../state/set-aside.ts";

/** A fact to be told, and the key under which it is remembered so that it is told once. */
export interface OnceFact {
  readonly fact: Fact;
  /** Undefined: told whenever it comes up. */
  readonly key: string | undefined;
}

/** A problem that is told once a session for what it is about. */
export function onceProblem(problem: Problem): OnceFact {
  return { fact: { kind: "problem", problem }, key: problemKey(problem) };
}

/** The key of a problem that each of its readers is told once: what the agent was told, the person may not have seen. */
export function problemKeyFor(reader: Reader, problem: Problem): string {
  return textDigest(reader, problemKey(problem));
}

function problemKey(problem: Problem): string {
  return textDigest("problem", JSON.stringify(whatItIsAbout(problem)));
}

/** The same fault in settings may move to another line; that files are too many stays so with one more. */
function whatItIsAbout(problem: Problem): unknown {
  if (problem.code === "settings-invalid") return { ...problem, line: 0 };
  return problem.code === "too-many-files" ? { ...problem, count: 0 } : problem;
}

/** State that was set aside: told once, also by a later event if this one can't. */
export function setAsideFact({ problem, toldKey }: SetAside): OnceFact {
  return { fact: { kind: "problem", problem }, key: toldKey };
}
