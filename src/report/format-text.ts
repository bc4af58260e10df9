import stringWidth from "string-width";
import pc from "picocolors";
import { codeFrame } from "./code-frame.ts";
import { escapeName, escapeText } from "./escape.ts";
import { excerptsOf, type Excerpt } from "./excerpt.ts";
import { groupBy } from "../base/group-by.ts";
import { count, nameList } from "./phrases.ts";
import type { FormatContext } from "./scan-format.ts";
import { skippedGroups } from "./skipped-groups.ts";
import type { ReportFile, ReportFinding, ScanReport } from "./scan-report.ts";

/** Files of one cause that a terminal shows. */
const MOST_SHOWN = 10;

type Colors = ReturnType<typeof pc.createColors>;

/**
 * For a person at a terminal: findings by file, each with its line and a caret under the match, then what could not be
 * checked, then a summary. Every finding starts with `path:line:column`, which terminals and editors open.
 */
export function* formatText(report: ScanReport, context: FormatContext): Generator<string> {
  const colors = pc.createColors(context.color);
  for (const file of report.files) yield* fileText(file, context, colors);
  yield* incompleteText(report, context, colors);
  yield* skippedText(report, colors);
  yield summaryText(report, colors);
}

function* fileText(
  file: ReportFile,
  { sourceText }: FormatContext,
  colors: Colors,
): Generator<string> {
  const excerptOf = excerptsOf(file.path, sourceText);
  const rows = file.findings.map((finding) => ({
    finding,
    place: `${escapeName(file.path)}:${finding.line}:${finding.column}`,
    check: escapeText(finding.check),
  }));
  const placeWidth = widest(rows.map(({ place }) => place));
  const checkWidth = widest(rows.map(({ check }) => check));
  const severityWidth = widest(file.findings.map(({ severity }) => severity));
  const gutter = String(file.findings.at(-1)?.line ?? 0).length;
  for (const { finding, place, check } of rows) {
    yield [
      colors.bold(pad(place, placeWidth)),
      severityColor(finding, colors)(pad(finding.severity, severityWidth)),
      colors.dim(pad(check, checkWidth)),
      `${messageText(finding, colors)}\n`,
    ].join("  ");
    yield frameText(finding, excerptOf(finding), gutter, colors);
  }
  yield "\n";
}

function messageText({ message, suggestions }: ReportFinding, colors: Colors): string {
  const proposed = suggestions
    .filter((suggestion) => suggestion.trim() !== "")
    .slice(0, 3)
    .map((suggestion) => `'${escapeText(suggestion, 120)}'`);
  const text = escapeText(message);
  return proposed.length === 0 ? text : `${text} ${colors.green(`→ use ${proposed.join(" or ")}`)}`;
}

function frameText(
  finding: ReportFinding,
  excerpt: Excerpt | undefined,
  gutter: number,
  colors: Colors,
): string {
  if (excerpt === undefined) return "";
  const { source, pointer } = codeFrame(excerpt);
  const bar = colors.dim("│");
  const number = colors.dim(String(finding.line).padStart(gutter));
  const pointed =
    pointer === ""
      ? ""
      : `  ${" ".repeat(gutter)} ${bar} ${severityColor(finding, colors)(pointer)}\n`;
  return `  ${number} ${bar} ${source}\n${pointed}`;
}

function* incompleteText(
  { incomplete }: ScanReport,
  { terminal }: FormatContext,
  colors: Colors,
): Generator<string> {
  if (incomplete.length === 0) return;
  yield `${colors.bold(colors.red("Not checked"))}\n`;
  for (const { cause, paths } of incompleteGroups(incomplete)) {
    const [only] = paths;
    if (only === undefined) yield `  ${cause}\n`;
    else if (paths.length === 1) yield `  ${colors.bold(escapeName(only))}  ${cause}\n`;
    else yield* causeText(cause, paths, terminal, colors);
  }
  yield "\n";
}

/** A cause that many files share, once, and the files below it; on a terminal only the first of them. */
function* causeText(
  cause: string,
  paths: readonly string[],
  terminal: boolean,
  colors: Colors,
): Generator<string> {
  yield `  ${cause}\n`;
  const shown = terminal && paths.length > MOST_SHOWN ? paths.slice(0, MOST_SHOWN) : paths;
  for (const path of shown) yield `    ${colors.bold(escapeName(path))}\n`;
  const more = paths.length - shown.length;
  if (more > 0) yield `    and ${count(more, "more file")}\n`;
}

/** What could not be checked by its cause, in the order of the first of each. */
function incompleteGroups(incomplete: ScanReport["incomplete"]) {
  const groups = groupBy(incomplete, ({ detail, next }) =>
    [detail, next]
      .filter((text) => text !== "")
      .map((text) => escapeText(text))
      .join(" "),
  );
  return [...groups].map(([cause, entries]) => ({
    cause,
    paths: entries.flatMap(({ path }) => (path === undefined ? [] : [path])),
  }));
}

function* skippedText({ skipped }: ScanReport, colors: Colors): Generator<string> {
  if (skipped.length === 0) return;
  yield `${colors.bold("Skipped")}\n`;
  for (const { detail, paths } of skippedGroups(skipped)) {
    const names = paths.length === 0 ? "" : `${colors.bold(nameList(paths))}  `;
    yield `  ${names}${escapeText(detail, 800)}\n`;
  }
  yield "\n";
}

function summaryText(report: ScanReport, colors: Colors): string {
  const { summary, files, durationMs, status } = report;
  const remembered =
    summary.cached > 0 ? ` (${summary.cached} of them unchanged since an earlier check)` : "";
  const older = summary.older ?? 0;
  const sentences = [
    verdictText(report, colors),
    summary.findings === 0
      ? ""
      : `${count(summary.findings, "finding")} in ${count(files.length, "file")}: ${severities(report, colors)}.`,
    older > 0 ? `${count(older, "older finding")} not listed.` : "",
    status === "skipped" || (status === "clean" && summary.checked === 0)
      ? ""
      : `${count(summary.checked, "file")} checked${remembered} in ${seconds(durationMs)}.`,
  ];
  return `${sentences.filter((sentence) => sentence !== "").join(" ")}\n`;
}

function verdictText({ status, incomplete, summary }: ScanReport, colors: Colors): string {
  switch (status) {
    case "clean":
      return summary.checked === 0 ? "No file to check." : colors.green("Clean.");
    case "findings":
      return "";
    case "skipped":
      return colors.yellow("Nothing was checked.");
    case "incomplete":
      return colors.red(`Incomplete: ${incompleteWords(incomplete)}.`);
  }
}

function incompleteWords(incomplete: ScanReport["incomplete"]): string {
  const files = incomplete.filter(({ path }) => path !== undefined).length;
  return files === 0
    ? "the check could not be done as a whole"
    : `${count(files, "file")} could not be checked`;
}

function severities({ summary }: ScanReport, colors: Colors): string {
  return [
    summary.error > 0 ? colors.red(count(summary.error, "error")) : "",
    summary.warning > 0 ? colors.yellow(count(summary.warning, "warning")) : "",
    summary.suggestion > 0 ? colors.cyan(count(summary.suggestion, "suggestion")) : "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}

function severityColor({ severity }: ReportFinding, colors: Colors) {
  return { error: colors.red, warning: colors.yellow, suggestion: colors.cyan }[severity];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
