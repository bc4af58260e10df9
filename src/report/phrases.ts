import type { Finding, Severity } from "../vale/finding.ts";
import { escapeName } from "./escape.ts";

/** `1 file`, `2 files`; `plural` where it isn't the noun with an s. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** `1 error, 2 warnings`: only the severities that there are, the worst first. */
export function severityCounts(findings: Iterable<Finding>): string {
  const counts: Record<Severity, number> = { error: 0, warning: 0, suggestion: 0 };
  for (const { severity } of findings) counts[severity]++;
  return (["error", "warning", "suggestion"] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => count(counts[severity], severity))
    .join(", ");
}

/**
 * Names as a phrase of at most about `maxBytes` UTF-8 bytes, whole names only: `a.md, b.md and 3 more`. At least the
 * number is given.
 */
export function nameList(names: readonly string[], maxBytes = 300): string {
  const shown: string[] = [];
  let bytes = 0;
  for (const name of names.map(escapeName)) {
    bytes += Buffer.byteLength(name) + 2;
    if (bytes > maxBytes) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  if (shown.length === 0) return count(names.length, "file");
  if (more > 0) return `${shown.join(", ")} and ${more} more`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}
