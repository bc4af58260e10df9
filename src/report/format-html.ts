import { createHash } from "node:crypto";
import { html } from "./html-escape.ts";
import { findingList } from "./html-findings.ts";
import { headline, overview } from "./html-overview.ts";
import { htmlScript } from "./html-script.ts";
import { htmlStyle } from "./html-style.ts";
import type { FormatContext } from "./scan-format.ts";
import type { ScanReport } from "./scan-report.ts";

/**
 * One page that needs nothing else: its policy forbids every request, and of all scripts and styles
 * allows only its own two by their hashes.
 */
export function* formatHtml(report: ScanReport, context: FormatContext): Generator<string> {
  yield head(report);
  yield `<div class="wrap">\n`;
  yield* overview(report);
  yield `</div>\n`;
  yield* findingList(report, context);
  yield foot(report, context);
}

function head(report: ScanReport): string {
  const policy = [
    "default-src 'none'",
    `style-src '${sourceHash(htmlStyle)}'`,
    `script-src '${sourceHash(htmlScript)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(headline(report))} · valehook</title>
<style>${htmlStyle}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
`;
}

function foot({ files }: ScanReport, { version }: FormatContext): string {
  const keys =
    files.length === 0
      ? ""
      : ` <span class="keys" data-script hidden><kbd>/</kbd> filters by text, <kbd>j</kbd> and <kbd>k</kbd> step through the findings.</span>`;
  return `<footer><div class="wrap">valehook ${html(version)}.${keys}</div></footer>
<script>${htmlScript}</script>
</body>
</html>
`;
}

function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
