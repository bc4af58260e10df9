import { buildScanReport, type ScanResult } from "../../../src/report/build-scan-report.ts";
import type { FormatContext, ScanFormat } from "../../../src/report/scan-format.ts";
import type { ScanReport } from "../../../src/report/scan-report.ts";
import type { Finding } from "../../../src/vale/finding.ts";
import type { Outcome } from "../../../src/vale/outcome.ts";
import { relPath } from "./support.ts";

export function checked(path: string, findings: readonly Finding[], cached = false): Outcome {
  return { kind: "checked", path: relPath(path), findings, cached };
}

export function reportOf(outcomes: readonly Outcome[], more: Partial<ScanResult> = {}): ScanReport {
  return buildScanReport({
    root: "/work/hand book",
    vale: { path: "/usr/bin/vale", version: "3.22.0" },
    outcomes,
    problems: [],
    skipped: [],
    unconfigured: undefined,
    minLevel: "suggestion",
    older: undefined,
    report: "all",
    durationMs: 812,
    ...more,
  });
}

/** All that a format prints. */
export function print(
  format: ScanFormat,
  report: ScanReport,
  texts: Readonly<Record<string, string>> = {},
  context: Partial<FormatContext> = {},
): string {
  const sourceText = (path: string) => texts[path];
  return [
    ...format(report, { sourceText, color: false, terminal: false, version: "0.1.0", ...context }),
  ].join("");
}
