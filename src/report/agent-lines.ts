import type { Finding } from "../vale/finding.ts";
import type { AgentFile } from "./agent-report.ts";
import { findingLine, placeLine } from "./finding-line.ts";
import type { FitLine } from "./fit.ts";

/** The findings of all files, one line each, in their order. */
export function wholeLines(files: readonly AgentFile[]): FitLine[] {
  return files.flatMap(({ path, findings }) =>
    findings.map((finding) => fitLine(finding, path, findingLine(finding, path))),
  );
}

/** The same, but a finding that the agent read before is only named. */
export function remainingLines(files: readonly AgentFile[]): FitLine[] {
  return files.flatMap(({ path, findings, told }) => {
    const textOf = told ? placeLine : findingLine;
    return findings.map((finding) => fitLine(finding, path, textOf(finding, path)));
  });
}

function fitLine({ check, severity }: Finding, path: string, text: string): FitLine {
  return { text, file: path, rule: check, severity };
}
