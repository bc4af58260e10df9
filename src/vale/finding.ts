import type { RelPath } from "../base/rel-path.ts";

export type Severity = "suggestion" | "warning" | "error";

/** One thing that Vale has to say about a file, in our terms. */
export interface Finding {
  readonly path: RelPath;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points; a byte order mark isn't counted. */
  readonly column: number;
  /** Exclusive. */
  readonly endColumn: number;
  readonly severity: Severity;
  /** The rule, `Style.Rule`. */
  readonly check: string;
  readonly message: string;
  /** The text that the rule matched; empty where the rule has none. */
  readonly match: string;
  /** Address of an explanation; empty where the rule has none. */
  readonly link: string;
  /** Replacements that Vale proposes, in its order. */
  readonly suggestions: readonly string[];
  /** Vale's own action, for `fix`. */
  readonly action: FindingAction;
}

export interface FindingAction {
  readonly name: string;
  readonly params: readonly string[];
}

const rank: Readonly<Record<Severity, number>> = { suggestion: 0, warning: 1, error: 2 };

/** Whether a severity is `least` or above. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return rank[severity] >= rank[least];
}

/** Orders by place in the file, then check and message: the order of every report. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    a.line - b.line ||
    a.column - b.column ||
    a.endColumn - b.endColumn ||
    compareText(a.check, b.check) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
