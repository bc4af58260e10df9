import { excerptsOf, type Excerpt } from "./excerpt.ts";
import { html } from "./html-escape.ts";
import { count } from "./phrases.ts";
import { webLink } from "./report-uri.ts";
import type { FormatContext } from "./scan-format.ts";
import type { ReportFile, ReportFinding, ScanReport } from "./scan-report.ts";

/** UTF-16 units of a line that are shown before and after a match. */
const CONTEXT = 160;

/** The filter, hidden until the script runs, then every finding below its file. */
export function* findingList(report: ScanReport, context: FormatContext): Generator<string> {
  if (report.files.length === 0) return;
  yield filterForm(report);
  yield `<main class="wrap" id="findings">\n<h2 class="label">Findings</h2>\n`;
  let number = 0;
  for (const [index, file] of report.files.entries()) {
    yield fileHead(file, index + 1);
    const excerptOf = excerptsOf(file.path, context.sourceText);
    for (const finding of file.findings) {
      number++;
      yield findingItem(finding, excerptOf(finding), number);
    }
    yield `</ol></section>\n`;
  }
  yield `<p class="empty" id="none" hidden>No finding is left with this filter.</p>\n</main>\n`;
}

function filterForm({ files, summary }: ScanReport): string {
  const checks = new Set(files.flatMap(({ findings }) => findings.map(({ check }) => check)));
  const options = [...checks]
    .sort()
    .map((check) => `<option value="${html(check)}">${html(check)}</option>`);
  const chips = (["error", "warning", "suggestion"] as const)
    .filter((severity) => summary[severity] > 0)
    .map(
      (severity) =>
        `<label class="chip ${severity}"><input type="checkbox" name="severity" value="${severity}" checked><span>${severity}s</span></label>`,
    );
  return `<div class="filter" data-script hidden><form class="wrap" id="filter" role="search" aria-label="Filter the findings">
<fieldset><legend class="label">Severity</legend>${chips.join("")}</fieldset>
<label class="label" for="rule">Rule</label><select id="rule"><option value="">All rules</option>${options.join("")}</select>
<label class="label" for="text">Text</label><input type="search" id="text" placeholder="Filter by text or path" autocomplete="off" spellcheck="false">
<button type="reset">Reset</button><output id="shown" aria-live="polite"></output>
</form></div>
`;
}

function fileHead({ path, findings }: ReportFile, number: number): string {
  return `<section class="file" id="file${number}" data-path="${html(path)}" aria-labelledby="name${number}">
<h3 id="name${number}">${html(path)} <small>${count(findings.length, "finding")}</small></h3>
<ol class="found">
`;
}

function findingItem(finding: ReportFinding, excerpt: Excerpt | undefined, number: number): string {
  const { line, column, severity, check, message } = finding;
  const link = webLink(finding.link);
  const rule =
    link === undefined
      ? html(check)
      : `<a href="${html(link)}" rel="noopener noreferrer">${html(check)}</a>`;
  const older = finding.new ? "" : ` <span class="older">older</span>`;
  return `<li class="finding ${severity}" id="f${number}" data-severity="${severity}" data-check="${html(check)}">
<div class="says"><span class="severity ${severity}">${severity}</span>
<p class="message">${html(message)}${proposals(finding)}</p>
<span class="rule">${rule}${older}</span> <a class="place" href="#f${number}" aria-label="Line ${line}, column ${column}">${line}:${column}</a></div>
${sourceLine(line, excerpt)}</li>
`;
}

function proposals({ suggestions }: ReportFinding): string {
  const shown = suggestions.filter((text) => text.trim() !== "").slice(0, 3);
  if (shown.length === 0) return "";
  return ` <span class="use">→ use ${shown.map((text) => `<code>${html(text)}</code>`).join(" or ")}</span>`;
}

function sourceLine(line: number, excerpt: Excerpt | undefined): string {
  if (excerpt === undefined) return "";
  const { before, match, after } = excerpt;
  const lead = before.length > CONTEXT ? `…${endOf(before)}` : before.trimStart();
  const marked = startOf(match, 2 * CONTEXT);
  const rest = startOf(after, CONTEXT);
  const mark = marked === "" ? "" : `<mark>${sourceText(marked)}</mark>`;
  return `<div class="source"><span class="number">${line}</span><span class="text">${sourceText(lead)}${mark}${sourceText(rest)}</span></div>
`;
}

/** A cut never leaves half of a surrogate pair. */
function startOf(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function endOf(text: string): string {
  return text.slice(-CONTEXT).replace(/^[\uDC00-\uDFFF]/, "");
}

function sourceText(text: string): string {
  return html(text.replaceAll("\t", "    "));
}
