import * as fc from "fast-check";
import { expect, test } from "vitest";
import { escapeText } from "../../../src/report/escape.ts";
import { formatGithub } from "../../../src/report/format-github.ts";
import { formatHtml } from "../../../src/report/format-html.ts";
import { formatJson } from "../../../src/report/format-json.ts";
import { formatRdjsonl } from "../../../src/report/format-rdjsonl.ts";
import { formatSarif } from "../../../src/report/format-sarif.ts";
import { formatText } from "../../../src/report/format-text.ts";
import type { ScanReport } from "../../../src/report/scan-report.ts";
import { hostileOutcomes, hostileText, safeLines } from "./hostile.ts";
import { print, reportOf } from "./sample-report.ts";
import { validDiagnostic, validSarif } from "./schemas.ts";

const runs = { numRuns: 150 };

function eachReport(check: (report: ScanReport, texts: Record<string, string>) => void): void {
  fc.assert(
    fc.property(hostileOutcomes, hostileText, (outcomes, text) => {
      const texts = outcomes.map(({ path }) => [path, `${text}\n${text} x\nlast`] as const);
      check(reportOf(outcomes), Object.fromEntries(texts));
    }),
    runs,
  );
}

function findingCount({ summary }: ScanReport): number {
  return summary.findings;
}

/** The lines of causes that several files share, each of which stands above its files. */
function sharedCauses({ incomplete }: ScanReport): ReadonlySet<string> {
  const causes = incomplete.map(({ detail, next }) => [detail, next].filter(Boolean).join(" "));
  const shared = causes.filter((cause, index) => causes.indexOf(cause) !== index);
  return new Set(shared.map((cause) => `  ${escapeText(cause, Infinity)}`));
}

test("text: no name, message or source line makes a line of its own", () => {
  eachReport((report) => {
    const lines = safeLines(print(formatText, report));
    const blocks = report.files.length + (report.incomplete.length > 0 ? 2 : 0);
    const told = report.incomplete.length + sharedCauses(report).size;
    const expected = findingCount(report) + told + blocks + 2;
    expect(lines).toHaveLength(expected);
  });
  eachReport((report, texts) => {
    const causes = sharedCauses(report);
    for (const line of safeLines(print(formatText, report, texts))) {
      if (causes.has(line)) continue;
      expect(line).toMatch(
        /^$|^x.*:\d+:\d+ |^ {2}.*│ |^ {2}(?: {2})?x|^Not checked$|checked|^Incomplete|^No file to check/,
      );
    }
  });
});

test("json: what is read back is what was reported", () => {
  eachReport((report) => {
    const output = print(formatJson, report);
    safeLines(output);
    expect(JSON.parse(output)).toEqual(report);
  });
});

test("sarif: valid, one result a line, messages as they were", () => {
  eachReport((report) => {
    const output = print(formatSarif, report);
    safeLines(output);
    const log: unknown = JSON.parse(output);
    expect(validSarif(log), JSON.stringify(validSarif.errors)).toBe(true);
    const messages = report.files.flatMap(({ findings }) => findings.map((one) => one.message));
    expect(log).toMatchObject({
      runs: [{ results: messages.map((text) => ({ message: { text } })) }],
    });
  });
});

test("rdjsonl: one valid diagnostic a line", () => {
  eachReport((report, texts) => {
    const lines = safeLines(print(formatRdjsonl, report, texts)).slice(0, -1);
    expect(lines).toHaveLength(findingCount(report) + report.incomplete.length);
    for (const line of lines) {
      expect(validDiagnostic(JSON.parse(line)), JSON.stringify(validDiagnostic.errors)).toBe(true);
    }
  });
});

test("github: as many commands as there are findings, faults and a summary", () => {
  eachReport((report) => {
    const lines = safeLines(print(formatGithub, report)).slice(0, -1);
    const summary = report.status === "clean" ? 0 : 1;
    expect(lines).toHaveLength(findingCount(report) + report.incomplete.length + summary);
    for (const line of lines) {
      expect(line).toMatch(/^::(error|warning|notice) [a-zA-Z]+=[^:]*::/);
      expect(line).not.toContain("##[");
    }
  });
});

test("html: no text becomes markup", () => {
  const own = new Set(
    "html head meta title style body a div header p span h1 code dl dt dd section h2 ul li svg rect main h3 small ol mark form fieldset legend label input select option button output footer kbd script details summary".split(
      " ",
    ),
  );
  eachReport((report, texts) => {
    const page = print(formatHtml, report, texts);
    safeLines(page);
    expect(page.match(/<script/gi)).toHaveLength(1);
    expect(page.match(/<\/script/gi)).toHaveLength(1);
    expect(page).not.toMatch(/href="(?!#|https?:)/);
    const body = page.slice(page.indexOf("<body>"), page.indexOf("<script>"));
    for (const [, name] of body.matchAll(/<\/?([a-z0-9]+)/gi))
      expect(own.has(name ?? "")).toBe(true);
  });
});
