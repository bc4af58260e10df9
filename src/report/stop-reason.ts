import type { AgentReport } from "./agent-report.ts";
import { composeAnswer } from "./compose.ts";
import { factLines } from "./fact.ts";
import { findingLine, placeLine } from "./finding-line.ts";
import type { FitLine } from "./fit.ts";
import { count } from "./phrases.ts";
import { uncheckedLines } from "./unchecked-lines.ts";

/** A Stop's reason may be shown to the model twice, and most of it was read before. */
const REASON_BYTES = 4_000;

const UNCHECKED_BYTES = 600;

/** UTF-8 bytes that facts may take. */
const FACT_BYTES = 1_200;

/**
 * Why the agent should not stop yet: what remains, in few words. A finding that the agent read before is only named;
 * one that it hasn't read is given whole. Undefined where no finding remains, for nothing else blocks.
 */
export function stopReason(
  report: AgentReport,
  maxBytes: number = REASON_BYTES,
): string | undefined {
  const findings = remainingLines(report);
  if (findings.length === 0) return undefined;
  const left = count(findings.length, report.report === "new" ? "new finding" : "finding");
  const remain = findings.length === 1 ? "remains" : "remain";
  return composeAnswer(
    {
      head: [`${left} of Vale ${remain} in files changed in this session:`],
      findings,
      after: [
        ...uncheckedLines(report.unchecked, UNCHECKED_BYTES),
        ...factLines(report.facts, FACT_BYTES),
      ],
      tail: (shown, omitted) => [
        ...(omitted === 0
          ? []
          : [`Shown ${shown}, omitted ${omitted}. All of them: ${report.command}`]),
        `Fix ${findings.length === 1 ? "it" : "them"}, or stop again: each is asked about once.`,
      ],
    },
    maxBytes,
  );
}

function remainingLines({ files }: AgentReport): FitLine[] {
  return files.flatMap(({ path, findings, told }) =>
    findings.map((finding) => ({
      text: told ? placeLine(finding, path) : findingLine(finding, path),
      file: path,
      rule: finding.check,
      severity: finding.severity,
    })),
  );
}
