import type { Finding } from "../vale/finding.ts";
import { escapeName, escapeText } from "./escape.ts";

/**
 * A finding as the one line that agents, terminals and editors know how to follow:
 * `path:line:column severity Check: message`, then ` → use 'x'` if there is exactly one suggestion.
 *
 * @param path as it is to be shown, if not relative to the workspace
 */
export function findingLine(finding: Finding, path: string = finding.path): string {
  return `${placeLine(finding, path)}: ${escapeText(finding.message)}${suggestion(finding)}`;
}

/** The same without what the rule says: `path:line:column severity Check`. */
export function placeLine(finding: Finding, path: string = finding.path): string {
  const { line, column, severity, check } = finding;
  return `${escapeName(path)}:${line}:${column} ${severity} ${escapeText(check)}`;
}

function suggestion({ suggestions }: Finding): string {
  const [only, ...others] = suggestions;
  if (only === undefined || only.trim() === "" || others.length > 0) return "";
  return ` → use '${escapeText(only, 120)}'`;
}
