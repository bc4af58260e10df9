import type { AgentFile } from "../report/agent-report.ts";
import type { Observed } from "../state/session.ts";

/** What observe mode keeps instead of saying it: no text, no message. */
export function observedFindings(files: readonly AgentFile[]): Observed[] {
  return files.flatMap(({ findings }) =>
    findings.map(({ path, line, column, check, severity }) => ({
      path,
      line,
      column,
      check,
      severity,
    })),
  );
}
