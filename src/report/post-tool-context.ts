import { limits } from "../base/limits.ts";
import type { AgentFile, AgentReport } from "./agent-report.ts";
import { composeAnswer } from "./compose.ts";
import { factLines } from "./fact.ts";
import { findingLine } from "./finding-line.ts";
import type { FitLine } from "./fit.ts";
import { count, nameList, severityCounts } from "./phrases.ts";
import { uncheckedLines } from "./unchecked-lines.ts";

/** UTF-8 bytes that files which could not be checked may take from an answer. */
const UNCHECKED_BYTES = 2_000;

/** UTF-8 bytes that facts may take. */
const FACT_BYTES = 2_000;

/**
 * What the agent reads after a tool call, below `maxBytes` UTF-8 bytes; undefined where there is nothing to say
 * (older findings alone are nothing).
 */
export function postToolContext(
  report: AgentReport,
  maxBytes: number = limits.answerBytes,
): string | undefined {
  const findings = report.files.flatMap((file) => file.findings);
  const facts = factLines(report.facts, FACT_BYTES);
  const unchecked = uncheckedLines(report.unchecked, UNCHECKED_BYTES);
  if (findings.length + facts.length + unchecked.length === 0) return undefined;
  return composeAnswer(
    {
      head: findings.length === 0 ? [] : [headline(report)],
      findings: agentLines(report.files),
      after: [...baselineLines(report.files), ...unchecked, ...facts],
      tail: (shown, omitted) => tail(report, findings.length, shown, omitted),
    },
    maxBytes,
  );
}

/** The findings of all files, one line each, in their order. */
export function agentLines(files: readonly AgentFile[]): FitLine[] {
  return files.flatMap(({ path, findings }) =>
    findings.map((finding) => ({
      text: findingLine(finding, path),
      file: path,
      rule: finding.check,
      severity: finding.severity,
    })),
  );
}

function headline({ files, report }: AgentReport): string {
  const withFindings = files.filter((file) => file.findings.length > 0);
  const findings = withFindings.flatMap((file) => file.findings);
  const what = count(findings.length, report === "new" ? "new finding" : "finding");
  const where = withFindings.length === 1 ? "a file" : count(withFindings.length, "file");
  return `Vale has ${what} in ${where} changed in this session (${severityCounts(findings)}):`;
}

/** What the comparison with the baseline left out, or could not do. */
export function baselineLines(files: readonly AgentFile[]): string[] {
  const lines: string[] = [];
  const older = files.filter((file) => file.older > 0);
  const total = older.reduce((sum, file) => sum + file.older, 0);
  if (total > 0) {
    const names = nameList(older.map((file) => file.path));
    lines.push(
      `${count(total, "older finding")} in ${names} ${total === 1 ? "is" : "are"} not listed.`,
    );
  }
  const whole = files.filter((file) => !file.compared && file.findings.length > 0);
  if (whole.length > 0) {
    const names = nameList(whole.map((file) => file.path));
    lines.push(`No baseline is known for ${names}, so older findings are listed too.`);
  }
  return lines;
}

function tail(
  { command }: AgentReport,
  total: number,
  shown: number,
  omitted: number,
): readonly string[] {
  if (total === 0) return [];
  const advice = "Fix what is right to fix; leave a finding that is wrong.";
  if (omitted === 0) return [advice];
  return [`Shown ${shown}, omitted ${omitted} of ${total}. All of them: ${command}`, advice];
}
