import type { AgentReport } from "./agent-report.ts";
import { factLines } from "./fact.ts";
import { count, nameList, severityCounts } from "./phrases.ts";
import { uncheckedLines } from "./unchecked-lines.ts";

/** UTF-8 bytes that files which could not be checked may take from a notice. */
const UNCHECKED_BYTES = 1_000;

/** UTF-8 bytes that facts may take. */
const FACT_BYTES = 2_000;

/**
 * What the person reads when the agent stops and nothing is held against it: what remains, what could not be checked,
 * and facts. A few lines; undefined where there is nothing to say.
 */
export function stopNotice(report: AgentReport): string | undefined {
  const unchecked = uncheckedLines(report.unchecked, UNCHECKED_BYTES);
  const lines = [...remaining(report), ...unchecked, ...factLines(report.facts, FACT_BYTES)];
  return lines.length === 0 ? undefined : `valehook: ${lines.join("\n")}`;
}

function remaining({ files, report, command }: AgentReport): string[] {
  const open = files.filter((file) => file.findings.length > 0);
  if (open.length === 0) return [];
  const findings = open.flatMap((file) => file.findings);
  const what = count(findings.length, report === "new" ? "new Vale finding" : "Vale finding");
  const remain = findings.length === 1 ? "remains" : "remain";
  const names = nameList(open.map((file) => file.path));
  return [
    `${what} (${severityCounts(findings)}) ${remain} in ${names}.`,
    `To see ${findings.length === 1 ? "it" : "them"}: ${command()}`,
  ];
}
