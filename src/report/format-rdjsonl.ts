import { hasEscapedBytes } from "../base/rel-path.ts";
import { escapeName } from "./escape.ts";
import { excerptsOf, type Excerpt } from "./excerpt.ts";
import { jsonText } from "./json-text.ts";
import { webLink } from "./report-uri.ts";
import type { FormatContext } from "./scan-format.ts";
import type { ReportFinding, ReportIncomplete, ScanReport } from "./scan-report.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * One `Diagnostic` of the Reviewdog Diagnostic Format a line (reviewdog's proto/rdf). Its columns count UTF-8 bytes, so
 * they are only given where the file's line is known; a suggestion only where the match is known to
 * stand there. What could not be checked is a diagnostic of severity ERROR.
 */
export function* formatRdjsonl(report: ScanReport, context: FormatContext): Generator<string> {
  const { sourceText } = context;
  for (const entry of report.incomplete) yield `${jsonText(incompleteDiagnostic(entry))}\n`;
  for (const { path, findings } of report.files) {
    const excerptOf = excerptsOf(path, sourceText);
    const marked = sourceText(path)?.startsWith(BYTE_ORDER_MARK) ?? false;
    for (const finding of findings) {
      const offset = marked && finding.line === 1 ? Buffer.byteLength(BYTE_ORDER_MARK) : 0;
      yield `${jsonText(diagnostic(path, finding, byteRange(finding, excerptOf(finding), offset)))}\n`;
    }
  }
}

interface ByteRange {
  readonly start: { readonly line: number; readonly column?: number };
  readonly end?: { readonly line: number; readonly column: number };
}

function diagnostic(path: string, finding: ReportFinding, range: ByteRange) {
  const url = webLink(finding.link);
  const suggestions = range.end === undefined || finding.match === "" ? [] : finding.suggestions;
  return {
    message: finding.message,
    location: { path: readablePath(path), range },
    severity: severities[finding.severity],
    source: { name: "Vale", url: "https://vale.sh" },
    code: { value: finding.check, ...(url === undefined ? {} : { url }) },
    ...(suggestions.length === 0
      ? {}
      : { suggestions: suggestions.map((text) => ({ range, text })) }),
  };
}

const severities = { error: "ERROR", warning: "WARNING", suggestion: "INFO" } as const;

function incompleteDiagnostic({ path, code, detail, next }: ReportIncomplete) {
  return {
    message: `Not checked: ${next === "" ? detail : `${detail} ${next}`}`,
    location: { path: path === undefined ? "." : readablePath(path) },
    severity: severities.error,
    source: { name: "valehook" },
    code: { value: code },
  };
}

function byteRange(
  { line, match }: ReportFinding,
  excerpt: Excerpt | undefined,
  offset: number,
): ByteRange {
  if (excerpt === undefined || (match !== "" && excerpt.match === "")) return { start: { line } };
  const column = 1 + offset + Buffer.byteLength(excerpt.before);
  const end = { line, column: column + Buffer.byteLength(excerpt.match) };
  return { start: { line, column }, end };
}

/** The format is UTF-8 only: a name that isn't is shown escaped. */
function readablePath(path: string): string {
  return hasEscapedBytes(path) ? escapeName(path) : path;
}
