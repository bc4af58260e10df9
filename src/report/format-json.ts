import { jsonText } from "./json-text.ts";
import type { ReportFile, ScanReport } from "./scan-report.ts";

/**
 * Schema 1 as JSON: one finding a line, a file at a time, so that a long report is never in memory as text. The same
 * report gives the same bytes.
 */
export function* formatJson(report: ScanReport): Generator<string> {
  const { schema, status, root, vale, summary, files, incomplete, skipped, durationMs } = report;
  yield `{\n${fields({ schema, status, root, vale, summary })},\n`;
  yield* list("files", files, fileText);
  yield* list("incomplete", incomplete, jsonText);
  yield* list("skipped", skipped, jsonText);
  yield `${fields({ durationMs })}\n}\n`;
}

function fields(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, value]) => `  ${jsonText(key)}: ${jsonText(value)}`)
    .join(",\n");
}

function* list<T>(
  key: string,
  items: readonly T[],
  textOf: (item: T) => string,
): Generator<string> {
  yield `  ${jsonText(key)}: [`;
  for (const [index, item] of items.entries()) {
    yield `${index === 0 ? "\n" : ",\n"}    ${textOf(item)}`;
  }
  yield items.length === 0 ? "],\n" : "\n  ],\n";
}

function fileText({ path, findings }: ReportFile): string {
  const lines = findings.map((finding) => `      ${jsonText(finding)}`);
  return `{"path": ${jsonText(path)}, "findings": [\n${lines.join(",\n")}\n    ]}`;
}
