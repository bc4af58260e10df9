import { escapeControls } from "../base/escape-controls.ts";
import type { Severity } from "../vale/finding.ts";
import { escapeName, escapeText } from "./escape.ts";
import { count } from "./phrases.ts";
import type { ReportFinding, ReportIncomplete, ScanReport } from "./scan-report.ts";

/** GitHub keeps this many annotations of each level of a step, the first ones, and drops the others silently. */
const STEP_LIMIT = 10;

const levels = { error: "error", warning: "warning", suggestion: "notice" } as const;

type Level = (typeof levels)[Severity];

interface Annotation {
  readonly level: Level;
  readonly command: string;
  /** The same for the step's log. */
  readonly line: string;
}

/**
 * Workflow commands of GitHub Actions: what could not be checked, then the most severe findings, as many as GitHub
 * shows; the others in a folded group of the log, and a notice that says how many they are.
 */
export function* formatGithub(report: ScanReport): Generator<string> {
  const room: Record<Level, number> = {
    error: STEP_LIMIT,
    warning: STEP_LIMIT,
    notice: STEP_LIMIT - 1,
  };
  const shown: Record<Level, number> = { error: 0, warning: 0, notice: 0 };
  let folded = 0;
  for (const annotation of annotations(report)) {
    const { level } = annotation;
    if (shown[level] < room[level]) {
      shown[level]++;
      yield `${annotation.command}\n`;
      continue;
    }
    if (folded++ === 0) yield "::group::Findings that are not annotated\n";
    yield `${logLine(annotation.line)}\n`;
  }
  if (folded > 0) yield "::endgroup::\n";
  yield summaryCommand(report, folded);
}

function* annotations({ incomplete, files }: ScanReport): Generator<Annotation> {
  for (const entry of incomplete) yield incompleteAnnotation(entry);
  for (const severity of ["error", "warning", "suggestion"] as const) {
    for (const { path, findings } of files) {
      for (const finding of findings) {
        if (finding.severity === severity) yield findingAnnotation(path, finding);
      }
    }
  }
}

function findingAnnotation(path: string, finding: ReportFinding): Annotation {
  const { line, column, endColumn, severity, check, message } = finding;
  const level = levels[severity];
  const properties = {
    file: path,
    line: String(line),
    endLine: String(line),
    col: String(column),
    endColumn: String(endColumn),
    title: check,
  };
  const place = `${escapeName(path)}:${line}:${column}`;
  return {
    level,
    command: command(level, properties, message),
    line: `${place} ${severity} ${escapeText(check)}: ${escapeText(message)}`,
  };
}

function incompleteAnnotation({ path, code, detail, next }: ReportIncomplete): Annotation {
  const message = next === "" ? detail : `${detail} ${next}`;
  const title = `Not checked (${code})`;
  const properties = path === undefined ? { title } : { file: path, title };
  const name = path === undefined ? "" : `${escapeName(path)}: `;
  return {
    level: "error",
    command: command("error", properties, `${name}${message}`),
    line: `${name}not checked: ${escapeText(message)}`,
  };
}

function summaryCommand(
  { status, summary, incomplete, skipped }: ScanReport,
  folded: number,
): string {
  if (status === "clean") return "";
  const whole = skipped.find(({ path }) => path === undefined);
  if (status === "skipped") {
    return `${command("notice", { title: "valehook: nothing was checked" }, whole?.detail ?? "")}\n`;
  }
  const parts = [
    `${count(summary.findings, "finding")}: ${count(summary.error, "error")}, ${count(summary.warning, "warning")}, ${count(summary.suggestion, "suggestion")}.`,
    incomplete.length === 0 ? "" : `${incomplete.length} could not be checked.`,
    folded === 0
      ? ""
      : `${folded} of these are only in the log, since GitHub shows ${STEP_LIMIT} of each level a step.`,
  ];
  return `${command("notice", { title: "valehook" }, parts.filter((part) => part !== "").join(" "))}\n`;
}

/** `::level key=value,…::message`, escaped as the runner unescapes it. */
function command(
  level: Level,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${level} ${list.join(",")}::${data(message)}`;
}

function data(text: string): string {
  return disarm(escapeControls(text)).replaceAll("%", "%25");
}

/** A line break of a file name is kept, encoded, so that the name still names the file. */
function property(text: string): string {
  const lines = text.split(/(\r|\n)/).map((part) => {
    if (part === "\n") return "%0A";
    return part === "\r" ? "%0D" : data(part);
  });
  return lines.join("").replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** The runner takes a line that starts with `::` as a command, white space before it or not. */
function logLine(text: string): string {
  return `- ${disarm(text)}`;
}

/** The runner's older commands, `##[…]`, count anywhere in a line. */
function disarm(text: string): string {
  return text.replaceAll("##[", "## [");
}
