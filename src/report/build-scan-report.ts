import { explain } from "../base/explain.ts";
import type { Problem } from "../base/problem.ts";
import { hasNoRules } from "../base/skip-reason.ts";
import { compareFindings, isAtLeast, type Finding, type Severity } from "../vale/finding.ts";
import type { Checked, Outcome } from "../vale/outcome.ts";
import type {
  ReportFile,
  ReportFinding,
  ReportIncomplete,
  ReportSkipped,
  ScanReport,
} from "./scan-report.ts";
import { skipWords, type Skipped } from "./skip-reason.ts";
import { verdictOf } from "./verdict.ts";

/** What a scan knows when it has ended. */
export interface ScanResult {
  /** Absolute. */
  readonly root: string;
  readonly vale: { readonly path: string; readonly version: string | undefined } | undefined;
  /** One for each eligible file. */
  readonly outcomes: readonly Outcome[];
  /** What went wrong outside any one file. */
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
  /** Why nothing in the whole workspace could be checked. */
  readonly unconfigured: Problem | undefined;
  /** Findings below are dropped. */
  readonly minLevel: Severity;
  /** The findings that are older than the baseline; undefined if nothing was compared. */
  readonly older: ReadonlySet<Finding> | undefined;
  /** `new` leaves the older findings out and counts them. */
  readonly report: "new" | "all";
  readonly durationMs: number;
}

/** The report of a scan: dropped what is not wanted, counted, sorted, so that it is the same for the same tree. */
export function buildScanReport(result: ScanResult): ScanReport {
  const levelled = atLevel(result.outcomes, result.minLevel);
  const listed = result.report === "new" ? without(levelled, result.older) : levelled;
  const files = listed.filter(isChecked).filter((outcome) => outcome.findings.length > 0);
  return {
    schema: 1,
    status: isAllSkipped(result) ? "skipped" : verdictOf(listed, result.problems),
    root: result.root,
    vale: result.vale ? { path: result.vale.path, version: result.vale.version ?? null } : null,
    summary: {
      eligible: result.outcomes.length,
      checked: listed.filter(isChecked).length,
      cached: listed.filter((outcome) => isChecked(outcome) && outcome.cached).length,
      ...countFindings(files),
      ...(result.report === "new" ? { older: countAll(levelled) - countAll(listed) } : {}),
    },
    files: files.map((file) => reportFile(file, result.older)).sort(byPath),
    incomplete: incompleteOf(result),
    skipped: skippedOf(result),
    durationMs: Math.max(0, Math.round(result.durationMs)),
  };
}

/** What was named is none of it checked: that is not clean. */
function isAllSkipped({ outcomes, problems, skipped, unconfigured }: ScanResult): boolean {
  const isSkipped = skipped.length > 0 || unconfigured !== undefined;
  return outcomes.length === 0 && problems.length === 0 && isSkipped;
}

function isChecked(outcome: Outcome): outcome is Checked {
  return outcome.kind === "checked";
}

function mapFindings(outcomes: readonly Outcome[], keep: (finding: Finding) => boolean): Outcome[] {
  return outcomes.map((outcome) =>
    isChecked(outcome) ? { ...outcome, findings: outcome.findings.filter(keep) } : outcome,
  );
}

function atLevel(outcomes: readonly Outcome[], least: Severity): readonly Outcome[] {
  if (least === "suggestion") return outcomes;
  return mapFindings(outcomes, ({ severity }) => isAtLeast(severity, least));
}

function without(
  outcomes: readonly Outcome[],
  older: ReadonlySet<Finding> | undefined,
): readonly Outcome[] {
  if (older === undefined || older.size === 0) return outcomes;
  return mapFindings(outcomes, (finding) => !older.has(finding));
}

function countAll(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, one) => sum + (isChecked(one) ? one.findings.length : 0), 0);
}

function countFindings(files: readonly Checked[]) {
  const counts = { findings: 0, error: 0, warning: 0, suggestion: 0 };
  for (const { findings } of files) {
    for (const { severity } of findings) {
      counts.findings++;
      counts[severity]++;
    }
  }
  return counts;
}

function reportFile(file: Checked, older: ReadonlySet<Finding> | undefined): ReportFile {
  return {
    path: file.path,
    findings: file.findings
      .toSorted(compareFindings)
      .map((finding) => reportFinding(finding, older)),
  };
}

function reportFinding(finding: Finding, older: ReadonlySet<Finding> | undefined): ReportFinding {
  const { line, column, endColumn, severity, check, message, match, link, suggestions } = finding;
  const isNew = older === undefined || !older.has(finding);
  return {
    line,
    column,
    endColumn,
    severity,
    check,
    message,
    match,
    link,
    suggestions: [...suggestions],
    new: isNew,
  };
}

function incompleteOf({ outcomes, problems }: ScanResult): ReportIncomplete[] {
  const whole = problems.map(incomplete);
  const files = outcomes.flatMap((outcome) =>
    isChecked(outcome) || hasNoRules(outcome.problem)
      ? []
      : [{ path: outcome.path, ...incomplete(outcome.problem) }],
  );
  return [...whole, ...files.sort(byPath)];
}

function incomplete(problem: Problem): Omit<ReportIncomplete, "path"> {
  const { what, next } = explain(problem);
  return { code: problem.code, detail: what, next };
}

/** Where nothing in the workspace could be checked, that is said once, not for each file. */
function skippedOf({ outcomes, skipped, unconfigured }: ScanResult): ReportSkipped[] {
  const ruleless = outcomes.flatMap((outcome) =>
    !isChecked(outcome) && hasNoRules(outcome.problem)
      ? [{ path: outcome.path, reason: outcome.problem.code }]
      : [],
  );
  const whole =
    unconfigured === undefined
      ? []
      : [{ reason: unconfigured.code, detail: whatAndNext(unconfigured) }];
  const files = [...skipped, ...(unconfigured === undefined ? ruleless : [])].map(
    ({ path, reason }) => ({ path, reason, detail: skipWords(reason) }),
  );
  return [...whole, ...files.sort(byPath)];
}

function whatAndNext(problem: Problem): string {
  const { what, next } = explain(problem);
  return `${what} ${next}`;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
