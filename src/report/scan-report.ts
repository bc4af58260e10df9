import type { InferOutput } from "valibot";
import type { scanReportSchema } from "./scan-report-schema.ts";

/**
 * What a scan found, in the shape of schema 1: the value that every format prints. Its type is that of
 * {@link scanReportSchema}, from which the published JSON Schema is made too.
 */
export type ScanReport = InferOutput<typeof scanReportSchema>;

export type ReportFile = ScanReport["files"][number];
export type ReportFinding = ReportFile["findings"][number];
export type ReportIncomplete = ScanReport["incomplete"][number];
export type ReportSkipped = ScanReport["skipped"][number];

/** The text of a file, for showing a finding in its line; undefined where it can't be read any more. */
export type SourceText = (path: string) => string | undefined;
