import { textLines } from "../base/text-lines.ts";
import type { ReportFinding, SourceText } from "./scan-report.ts";

/** A finding's line, cut around what the rule matched. Raw text. */
export interface Excerpt {
  readonly before: string;
  /** Empty where the match can't be found in the line. */
  readonly match: string;
  readonly after: string;
}

/** The excerpts of one file's findings; undefined where its text, or such a line in it, is gone. */
export function excerptsOf(
  path: string,
  sourceText: SourceText,
): (finding: ReportFinding) => Excerpt | undefined {
  const text = sourceText(path);
  if (text === undefined) return () => undefined;
  const lines = textLines(text);
  const offsets = new Map<number, CodePointOffset>();
  return (finding) => {
    const line = lines[finding.line - 1];
    if (line === undefined) return undefined;
    // A line may be a megabyte, with tens of thousands of findings.
    const offsetOf = offsets.get(finding.line) ?? codePointOffsets(line);
    offsets.set(finding.line, offsetOf);
    return cutLine(line, finding, offsetOf);
  };
}

/**
 * Cuts a line at a finding's columns. Where they don't hold the match (Vale's columns are sometimes off), the
 * match is looked for: at its only place in the line, else nothing is marked.
 */
function cutLine(line: string, finding: ReportFinding, offsetOf: CodePointOffset): Excerpt {
  const { match } = finding;
  const from = offsetOf(finding.column - 1);
  const to = offsetOf(finding.endColumn - 1);
  if (match === "" || line.slice(from, to) === match) return cut(line, from, to);
  const first = line.indexOf(match);
  if (first >= 0 && first === line.lastIndexOf(match)) {
    return cut(line, first, first + match.length);
  }
  return { before: line, match: "", after: "" };
}

function cut(line: string, from: number, to: number): Excerpt {
  return { before: line.slice(0, from), match: line.slice(from, to), after: line.slice(to) };
}

/** Offset in UTF-16 units of the code point with that 0-based number. */
type CodePointOffset = (codePoints: number) => number;

function codePointOffsets(line: string): CodePointOffset {
  if (!/[\uD800-\uDBFF]/.test(line)) return (codePoints) => Math.min(codePoints, line.length);
  const offsets: number[] = [];
  for (let offset = 0; offset < line.length;) {
    offsets.push(offset);
    offset += (line.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return (codePoints) => offsets[codePoints] ?? line.length;
}
