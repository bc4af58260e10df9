import { limits } from "../base/limits.ts";
import { wholeLines } from "./agent-lines.ts";
import type { AgentFile, AgentReport } from "./agent-report.ts";
import { composeAnswer } from "./compose.ts";
import { factLines } from "./fact.ts";
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
      findings: wholeLines(report.files),
      after: [...baselineLines(report.files), ...unchecked, ...facts],
      tail: (shown, omitted) => tail(report, findings.length, shown, omitted),
    },
    maxBytes,
  );
}

function headline({ files, report }: AgentReport): string {
  const withFindings = files.filter((file) => file.findings.length > 0);
  const findings = withFindings.flatMap((file) => file.findings);
  const what = count(findings.length, report === "new" ? "new Vale finding" : "Vale finding");
  const where = withFindings.length === 1 ? "a file" : count(withFindings.length, "file");
  return `${what} in ${where} changed in this session (${severityCounts(findings)}):`;
}

/** What the comparison with the baseline left out, or could not do. */
function baselineLines(files: readonly AgentFile[]): string[] {
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
    lines.push(
      `No baseline is known for ${names}, so findings from before this session are listed too.`,
    );
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
  const advice =
    total === 1
      ? "Fix it now; if the finding is wrong, leave the text as it is."
      : "Fix them now; where a finding is wrong, leave the text as it is.";
  if (omitted === 0) return [advice];
  return [`Shown ${shown}, omitted ${omitted} of ${total}. All of them: ${command()}`, advice];
}
