import type { ScanReport, SourceText } from "./scan-report.ts";

/** What a format may need beside the report. */
export interface FormatContext {
  /** Asked for one file after the other; a format keeps no more than one text. */
  readonly sourceText: SourceText;
  /** Terminal colours in `text`. */
  readonly color: boolean;
  /** Whether a person reads `text` on a screen, where a list of names has a bound. */
  readonly terminal: boolean;
  /** The version of valehook. */
  readonly version: string;
}

/**
 * Prints a report piece by piece, so that it is never in memory as a whole: write a piece before asking for the next
 * one. The same report and sources give the same text.
 */
export type ScanFormat = (report: ScanReport, context: FormatContext) => Iterable<string>;
