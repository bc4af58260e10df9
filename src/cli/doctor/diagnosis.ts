import { explain } from "../../base/explain.ts";
import type { Problem } from "../../base/problem.ts";
import type { ClientName } from "../../clients/client-name.ts";

/** `warn`: works, but a person should know. `fail`: something is to be mended. */
export type Health = "ok" | "warn" | "fail";

/** What one check of the installation came to. */
export interface Diagnosis {
  /** What was checked, in a word or two. */
  readonly name: string;
  readonly status: Health;
  readonly detail: string;
  /** What to do; empty where nothing is to be done. */
  readonly mend: string;
  /** The problem's code, where it is one of docs/problems.md. */
  readonly code?: string;
  /** The client that it is about, and its settings file. */
  readonly client?: ClientName;
  readonly file?: string;
}

export function ok(name: string, detail: string): Diagnosis {
  return { name, status: "ok", detail, mend: "" };
}

export function warn(name: string, detail: string, mend: string): Diagnosis {
  return { name, status: "warn", detail, mend };
}

export function fail(name: string, detail: string, mend: string): Diagnosis {
  return { name, status: "fail", detail, mend };
}

/** A problem as something to be mended. */
export function failBy(name: string, problem: Problem): Diagnosis {
  const { what, next } = explain(problem);
  return { name, status: "fail", detail: what, mend: next, code: problem.code };
}

/** A diagnosis with the client or the settings file that it is about. */
export function about(
  diagnosis: Diagnosis,
  subject: Pick<Diagnosis, "client" | "file">,
): Diagnosis {
  return { ...diagnosis, ...subject };
}

/** The worst of several. */
export function healthOf(diagnoses: readonly Diagnosis[]): Health {
  const states = new Set(diagnoses.map(({ status }) => status));
  return states.has("fail") ? "fail" : states.has("warn") ? "warn" : "ok";
}

/** Of diagnoses that say the same the last. */
export function distinct(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  return [...new Map(diagnoses.map((one) => [one.detail, one])).values()];
}
