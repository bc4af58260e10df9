import type { Severity } from "../vale/finding.ts";
import { html } from "./html-escape.ts";
import { count, nameList } from "./phrases.ts";
import { skippedGroups } from "./skipped-groups.ts";
import type { ReportFinding, ScanReport } from "./scan-report.ts";

/** Bars that are shown at once; the others are folded. */
const BARS = 8;

/** What stands above the findings: the verdict, totals, what could not be checked, bars. */
export function* overview(report: ScanReport): Generator<string> {
  yield heading(report);
  if (report.status !== "skipped") yield totals(report);
  yield faults(report);
  if (report.files.length > 0) {
    yield `<div class="charts">\n`;
    yield chart("By rule", ruleBars(report));
    yield chart("By file", fileBars(report));
    yield `</div>\n`;
  }
  yield skips(report);
}

/** The verdict as a title. */
export function headline({ status, summary, files, incomplete, skipped }: ScanReport): string {
  const found = `${count(summary.findings, "finding")} in ${count(files.length, "file")}`;
  switch (status) {
    case "clean":
      return `Nothing to mend in ${count(summary.checked, "file")}`;
    case "findings":
      return found;
    case "skipped":
      return skipped.some(({ reason }) => reason === "no-vale-config")
        ? "Nothing was checked: no Vale configuration"
        : "Nothing was checked";
    case "incomplete":
      return summary.findings > 0
        ? `${found}, and ${incomplete.length} not checked`
        : `${incomplete.length} not checked`;
  }
}

function heading(report: ScanReport): string {
  const { summary, vale, root, status } = report;
  const older = summary.older ?? 0;
  const sentences = [
    status === "skipped"
      ? `<code>${html(root)}</code>`
      : `Vale${vale?.version ? ` ${html(vale.version)}` : ""} checked ${summary.checked} of ${count(summary.eligible, "file")} in <code>${html(root)}</code>.`,
    older > 0 ? `${count(older, "older finding")} not listed.` : "",
  ];
  return `<header class="top">
<p class="brand"><span>valehook</span><span class="pill ${status}">${status}</span></p>
<h1>${html(headline(report))}</h1>
<p class="lede">${sentences.join(" ")}</p>
</header>
`;
}

function totals({ summary, incomplete }: ScanReport): string {
  return `<dl class="totals">
${tile("error", "Errors", summary.error)}${tile("warning", "Warnings", summary.warning)}${tile("suggestion", "Suggestions", summary.suggestion)}${tile(incomplete.length > 0 ? "unchecked" : "", "Not checked", incomplete.length)}</dl>
`;
}

function tile(kind: string, label: string, number: number): string {
  return `<div class="total ${kind}${number === 0 ? " zero" : ""}"><dt>${label}</dt><dd>${number}</dd></div>\n`;
}

function faults({ incomplete }: ScanReport): string {
  if (incomplete.length === 0) return "";
  const items = incomplete.map(({ path, code, detail, next }) => {
    const name = path === undefined ? "The whole check" : html(path);
    return `<li><span class="fault-path">${name}</span><span class="fault-code">${html(code)}</span>
<p>${html(capital(detail))} <span class="next">${html(next)}</span></p></li>\n`;
  });
  return `<section class="panel faults" aria-labelledby="faults"><h2 id="faults">Not checked, so not known to be clean</h2>
<ul>${items.join("")}</ul></section>
`;
}

function skips({ skipped }: ScanReport): string {
  if (skipped.length === 0) return "";
  const items = skippedGroups(skipped).map(({ detail, paths }) => {
    const names =
      paths.length === 0 ? "" : `<span class="fault-path">${html(nameList(paths))}</span> `;
    return `<li>${names}${html(detail)}</li>\n`;
  });
  return `<section class="panel skips" aria-labelledby="skips"><h2 id="skips">Skipped</h2>
<ul>${items.join("")}</ul></section>
`;
}

type Counts = Record<Severity, number>;

interface Bar {
  readonly name: string;
  /** Attributes of its link. */
  readonly link: string;
  readonly counts: Counts;
}

function chart(title: string, bars: readonly Bar[]): string {
  const ranked = bars.toSorted((a, b) => totalOf(b) - totalOf(a) || (a.name < b.name ? -1 : 1));
  const most = ranked[0] === undefined ? 1 : totalOf(ranked[0]);
  const items = ranked.map((bar) => `<li>${barText(bar, most)}</li>\n`);
  const rest = items.slice(BARS);
  const folded =
    rest.length === 0
      ? ""
      : `<details><summary>${rest.length} more</summary><ul class="bars">${rest.join("")}</ul></details>`;
  const id = title.toLowerCase().replace(" ", "-");
  return `<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="bars">${items.slice(0, BARS).join("")}</ul>${folded}</section>
`;
}

function barText({ name, link, counts }: Bar, most: number): string {
  let x = 0;
  const parts = (["error", "warning", "suggestion"] as const).map((severity) => {
    const width = (counts[severity] / most) * 100;
    const part = width === 0 ? "" : rect(severity, x, width);
    x += width;
    return part;
  });
  const total = counts.error + counts.warning + counts.suggestion;
  return `<a ${link} title="${html(name)}"><span class="bar-name">${html(name)}</span><span class="bar-count">${total}</span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}</svg></a>`;
}

function rect(severity: Severity, x: number, width: number): string {
  return `<rect class="${severity}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="6"/>`;
}

function totalOf({ counts }: Bar): number {
  return counts.error + counts.warning + counts.suggestion;
}

/** Without the script a rule's bar leads to its first finding; with it, it filters. */
function ruleBars({ files }: ScanReport): Bar[] {
  const bars = new Map<string, Bar>();
  let number = 0;
  for (const { findings } of files) {
    for (const { check, severity } of findings) {
      number++;
      const bar = bars.get(check) ?? {
        name: check,
        link: `href="#f${number}" data-rule="${html(check)}"`,
        counts: noCounts(),
      };
      bar.counts[severity]++;
      bars.set(check, bar);
    }
  }
  return [...bars.values()];
}

function fileBars({ files }: ScanReport): Bar[] {
  return files.map(({ path, findings }, index) => ({
    name: path,
    link: `href="#file${index + 1}"`,
    counts: countsOf(findings),
  }));
}

function countsOf(findings: readonly ReportFinding[]): Counts {
  const counts = noCounts();
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

function noCounts(): Counts {
  return { error: 0, warning: 0, suggestion: 0 };
}

/** A cause is worded to follow a file's name; here it starts its own line. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
