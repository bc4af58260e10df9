import { textDigest } from "../base/digest.ts";
import type { Finding } from "../vale/finding.ts";

/**
 * A finding of a baseline text in the form in which it may be remembered: where it was, and what it said as a digest.
 */
export interface BaselineFinding {
  /** 1-based. */
  readonly line: number;
  /** {@link findingKey}. */
  readonly key: string;
}

/** Findings with equal keys say the same thing: same check, message and match. */
export function findingKey(check: string, message: string, match: string): string {
  return textDigest("finding", check, message, match);
}

/**
 * Identity of a finding that a Stop blocked on, whatever else changes in its file.
 *
 * @param line `lineDigest` of the finding's line as `textLines` gives it
 */
export function blockKey(path: string, check: string, line: string, match: string): string {
  return textDigest("block", path, check, line, match);
}

/** What to remember of Vale's answer for a baseline text. */
export function baselineFindings(findings: readonly Finding[]): BaselineFinding[] {
  return findings.map(({ line, check, message, match }) => ({
    line,
    key: findingKey(check, message, match),
  }));
}
