import type { RelPath } from "../base/rel-path.ts";
import type { Alert } from "./answer.ts";
import { fileExtension } from "./file-extension.ts";
import { compareFindings, type Finding } from "./finding.ts";
import { groupBy } from "../base/group-by.ts";
import { shellComments, type ShellComment } from "./shell-comments.ts";
import { toFinding } from "./to-finding.ts";

/** What is known of the text that Vale read. */
export interface ReadText {
  readonly hasByteOrderMark: boolean;
  /** Needed for shell scripts only. */
  readonly content: Buffer | undefined;
}

/** Vale has no reader for shell scripts and takes them as plain text, code included. */
export function isShellScript(name: string): boolean {
  return fileExtension(name).toLowerCase() === ".sh";
}

/** The findings of one file, in the order of reports; of a shell script only those in its comments. */
export function findingsOf(path: RelPath, alerts: readonly Alert[], read: ReadText): Finding[] {
  const findings = alerts.map((alert) => toFinding(path, alert, read.hasByteOrderMark));
  const counted =
    isShellScript(path) && findings.length > 0 ? inComments(findings, read.content) : findings;
  return counted.sort(compareFindings);
}

function inComments(findings: readonly Finding[], content: Buffer | undefined): Finding[] {
  const text = content?.toString("utf8").replace(/^\uFEFF/, "") ?? "";
  const comments = groupBy(shellComments(text), (comment) => comment.line);
  return findings.filter((finding) =>
    (comments.get(finding.line) ?? []).some((comment) => holds(comment, finding)),
  );
}

function holds(comment: ShellComment, finding: Finding): boolean {
  return finding.column >= comment.column && finding.column < comment.endColumn;
}
