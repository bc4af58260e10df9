import { explain, explainLine } from "../base/explain.ts";
import type { Problem } from "../base/problem.ts";
import { lineBytes } from "./fit.ts";
import { count, nameList } from "./phrases.ts";

/** Something that an agent or a person is told beside findings. Plain data; {@link factLine} has the words. */
export type Fact =
  /** Vale configuration, styles, vocabularies, `.valehook.toml` or the hook registration; paths as shown. */
  | { readonly kind: "checks-changed"; readonly paths: readonly string[] }
  /** New comments that turn Vale, a style or a rule off. */
  | { readonly kind: "silenced"; readonly places: readonly FactPlace[] }
  /** Files that wait for something that keeps all of them from being checked. */
  | {
      readonly kind: "waiting";
      readonly paths: readonly string[];
      readonly problem: Problem;
      /** The reader was told before what to do about it. */
      readonly isKnown: boolean;
    }
  /** Files that a Git command brought in; they are baseline. */
  | { readonly kind: "git-brought"; readonly files: number }
  /** A tool call ended in a session that had no baseline; `checked`: whether it named a file that was checked. */
  | { readonly kind: "no-baseline-before-tool"; readonly checked: boolean }
  /** A Stop came in a session that had no baseline. */
  | { readonly kind: "no-baseline-before-stop" }
  /** Something went wrong that is no one file's fault. */
  | { readonly kind: "problem"; readonly problem: Problem };

/** A line of a file; the path as shown. */
export interface FactPlace {
  readonly path: string;
  readonly line: number;
}

/** The fact as one line. */
export function factLine(fact: Fact): string {
  switch (fact.kind) {
    case "checks-changed":
      return `The checks themselves changed: ${nameList(fact.paths)}. Files changed in this session are judged by what applies now.`;
    case "silenced":
      return `New ${fact.places.length === 1 ? "comment turns" : "comments turn"} Vale off: ${nameList(fact.places.map(({ path, line }) => `${path}:${line}`))}. What ${fact.places.length === 1 ? "it covers" : "they cover"} is not checked.`;
    case "waiting":
      return `Not checked: ${nameList(fact.paths)}: ${fact.isKnown ? explain(fact.problem).what : explainLine(fact.problem)}`;
    case "git-brought":
      return `Git brought in ${count(fact.files, "file")} (checkout, merge, pull or the like); ${fact.files === 1 ? "it doesn't count" : "they don't count"} as changed in this session.`;
    case "no-baseline-before-tool":
      return `valehook had no baseline before this tool call: ${fact.checked ? "only the files that the call names were checked, each as a whole" : "what changed before now was not checked"}. There is one now, and changes are seen from here on, those of shell commands too.`;
    case "no-baseline-before-stop":
      return "this session had no baseline, so what changed before now can't be told. There is one now.";
    case "problem":
      return explainLine(fact.problem);
  }
}

/** Facts as lines of at most `maxBytes` UTF-8 bytes; what has no room is counted in a last line. */
export function factLines(facts: readonly Fact[], maxBytes: number): string[] {
  const lines: string[] = [];
  let left = maxBytes - 60;
  for (const line of facts.map(factLine)) {
    left -= lineBytes(line);
    if (left < 0) break;
    lines.push(line);
  }
  const untold = facts.length - lines.length;
  if (untold > 0) lines.push(`${count(untold, "more note")}: see valehook status.`);
  return lines;
}
