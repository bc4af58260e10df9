import type {
  ArtifactLocation,
  Fix,
  Notification,
  Region,
  ReportingDescriptor,
  Result,
  ToolComponent,
} from "sarif";
import type { Severity } from "../vale/finding.ts";
import { jsonText } from "./json-text.ts";
import { folderUri, pathUri, webLink } from "./report-uri.ts";
import type { FormatContext } from "./scan-format.ts";
import type { ReportFinding, ReportIncomplete, ScanReport } from "./scan-report.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const ROOT = "%SRCROOT%";

/**
 * SARIF 2.1.0 (OASIS), one result a line. Columns are code points; what could not be checked is a tool execution
 * notification and makes the invocation unsuccessful.
 */
export function* formatSarif(report: ScanReport, context: FormatContext): Generator<string> {
  const rules = rulesOf(report);
  const numbers = new Map(rules.map(({ id }, index) => [id, index]));
  yield `{\n"$schema": ${jsonText(SCHEMA)},\n"version": "2.1.0",\n"runs": [{\n`;
  yield `"tool": ${jsonText(toolOf(report, context, rules))},\n`;
  yield `"columnKind": "unicodeCodePoints",\n`;
  yield `"originalUriBaseIds": ${jsonText({ [ROOT]: { uri: folderUri(report.root) } })},\n`;
  yield `"invocations": [${jsonText(invocationOf(report))}],\n`;
  yield `"results": [`;
  let first = true;
  for (const { path, findings } of report.files) {
    const location = { uri: pathUri(path), uriBaseId: ROOT };
    for (const finding of findings) {
      const result = resultOf(finding, location, numbers.get(finding.check) ?? -1);
      yield `${first ? "\n" : ",\n"}${jsonText(result)}`;
      first = false;
    }
  }
  yield `${first ? "" : "\n"}]\n}]\n}\n`;
}

/** Sorted by rule, so that the same findings give the same numbers. */
function rulesOf({ files }: ScanReport): ReportingDescriptor[] {
  const rules = new Map<string, ReportingDescriptor>();
  for (const { findings } of files) {
    for (const { check, link, severity } of findings) {
      const rule = rules.get(check) ?? {
        id: check,
        defaultConfiguration: { level: levelOf(severity) },
      };
      rules.set(check, rule);
      const helpUri = webLink(link);
      if (helpUri !== undefined) rule.helpUri ??= helpUri;
    }
  }
  return [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function levelOf(severity: Severity): Result.level {
  return severity === "suggestion" ? "note" : severity;
}

function toolOf(
  { vale }: ScanReport,
  { version }: FormatContext,
  rules: ReportingDescriptor[],
): { driver: ToolComponent; extensions?: ToolComponent[] } {
  const driver = { name: "valehook", version, rules };
  if (vale === null) return { driver };
  const extension: ToolComponent = { name: "Vale", informationUri: "https://vale.sh" };
  if (vale.version !== null) extension.version = vale.version;
  return { driver, extensions: [extension] };
}

function invocationOf({ incomplete }: ScanReport) {
  return {
    executionSuccessful: incomplete.length === 0,
    toolExecutionNotifications: incomplete.map(notificationOf),
  };
}

function notificationOf({ path, code, detail, next }: ReportIncomplete): Notification {
  const notification: Notification = {
    descriptor: { id: code },
    level: "error",
    message: { text: next === "" ? detail : `${detail} ${next}` },
  };
  if (path !== undefined) {
    const artifactLocation = { uri: pathUri(path), uriBaseId: ROOT };
    notification.locations = [{ physicalLocation: { artifactLocation } }];
  }
  return notification;
}

function resultOf(finding: ReportFinding, location: ArtifactLocation, ruleIndex: number): Result {
  const { line, column, endColumn, severity, check, message } = finding;
  const region = { startLine: line, startColumn: column, endColumn };
  const fixes = fixesOf(finding, location, region);
  return {
    ruleId: check,
    ruleIndex,
    level: levelOf(severity),
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: location, region } }],
    ...(fixes.length === 0 ? {} : { fixes }),
  };
}

function fixesOf(finding: ReportFinding, location: ArtifactLocation, region: Region): Fix[] {
  const [only, ...others] = finding.suggestions;
  if (only === undefined || others.length > 0 || finding.match === "") return [];
  const replacement = { deletedRegion: region, insertedContent: { text: only } };
  return [{ artifactChanges: [{ artifactLocation: location, replacements: [replacement] }] }];
}
