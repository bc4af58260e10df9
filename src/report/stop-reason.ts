import { remainingLines } from "./agent-lines.ts";
import type { AgentReport } from "./agent-report.ts";
import { composeAnswer } from "./compose.ts";
import { factLines } from "./fact.ts";
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
  const findings = remainingLines(report.files);
  if (findings.length === 0) return undefined;
  const left = count(
    findings.length,
    report.report === "new" ? "new Vale finding" : "Vale finding",
  );
  const remain = findings.length === 1 ? "remains" : "remain";
  return composeAnswer(
    {
      head: [`${left} ${remain} in files changed in this session:`],
      findings,
      after: [
        ...uncheckedLines(report.unchecked, UNCHECKED_BYTES),
        ...factLines(report.facts, FACT_BYTES),
      ],
      tail: (shown, omitted) => [
        ...(omitted === 0
          ? []
          : [`Shown ${shown}, omitted ${omitted}. All of them: ${report.command()}`]),
        findings.length === 1
          ? "Fix it, or stop again if it is wrong; it is asked about once."
          : "Fix them, or stop again if they are wrong; each is asked about once.",
      ],
    },
    maxBytes,
  );
}
