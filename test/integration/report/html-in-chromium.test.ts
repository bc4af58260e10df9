import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatHtml } from "../../../src/report/format-html.ts";
import type { ScanReport } from "../../../src/report/scan-report.ts";
import { launchChromium } from "../../support/chromium.ts";
import { checked, print, reportOf } from "../../unit/report/sample-report.ts";
import { finding, relPath } from "../../unit/report/support.ts";

const screenshots = fileURLToPath(new URL("../../../test-output/report", import.meta.url));
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "valehook-html-"));
  mkdirSync(screenshots, { recursive: true });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Opens a report and holds it to its promises: no request but its own, no dialog, nothing on the console. */
async function open(
  report: ScanReport,
  texts: Record<string, string>,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const file = join(folder, "report.html");
  writeFileSync(file, print(formatHtml, report, texts));
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1400 },
    colorScheme: "light",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

const texts = {
  "docs/guide.md": [
    "# Set up the handbook",
    "",
    "You can utilize the command line to get started.",
    "It is basically the same on every system, and the files are created in your home folder.",
    "",
    "Run the foobad tool (e.g. once a day) and look at what it says.",
  ].join("\n"),
  "README.md": "A handbook that is very, very thorough about foobad things.\n",
};

function sample(): ScanReport {
  return reportOf(
    [
      checked("docs/guide.md", [
        finding({
          line: 3,
          column: 9,
          endColumn: 16,
          severity: "error",
          check: "Team.Terms",
          message: "Use 'use' instead of 'utilize'.",
          match: "utilize",
          link: "https://example.com/terms",
          suggestions: ["use"],
        }),
        finding({
          line: 4,
          column: 7,
          endColumn: 16,
          severity: "suggestion",
          check: "Team.Weasel",
          message: "'basically' says little; leave it out.",
          match: "basically",
        }),
        finding({ line: 6, column: 9, endColumn: 15 }),
      ]),
      checked("README.md", [
        finding({
          column: 20,
          endColumn: 24,
          severity: "suggestion",
          check: "Team.Weasel",
          message: "'very' says little; leave it out.",
          match: "very",
        }),
        finding({ column: 46, endColumn: 52 }),
      ]),
      checked("docs/clean.md", []),
      { kind: "unchecked", path: relPath("docs/old.md"), problem: { code: "not-utf8", offset: 7 } },
      {
        kind: "unchecked",
        path: relPath("docs/api.rst"),
        problem: { code: "parser-missing", parser: "rst2html", words: "" },
      },
    ],
    { root: "/home/ana/handbook" },
  );
}

async function visibleFindings(page: Page): Promise<number> {
  return page.locator(".finding:visible").count();
}

async function paperColor(colorScheme: "light" | "dark"): Promise<string> {
  const { page } = await open(sample(), texts, { colorScheme });
  const color = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  await page.context().close();
  return color;
}

describe("the HTML report in a browser", () => {
  test.each([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["mobile", { viewport: { width: 390, height: 1400 } }],
  ] as const)(
    "shows everything, asks for nothing and fits its window: %s",
    async (name, options) => {
      const { page, complaints } = await open(sample(), texts, options);
      await page.screenshot({ path: join(screenshots, `html-${name}.png`), fullPage: true });
      expect(await visibleFindings(page)).toBe(5);
      expect(await page.locator("mark").allTextContents()).toContain("utilize");
      const title = await page.locator("h1").textContent();
      expect(title).toBe("5 findings in 2 files, and 2 not checked");
      expect(await page.getByText("docs/old.md").isVisible()).toBe(true);
      expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(
        true,
      );
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("has another paper in the dark", async () => {
    expect(await paperColor("dark")).not.toBe(await paperColor("light"));
  });

  test("filters by severity, rule and text, and says how many are left", async () => {
    const { page, complaints } = await open(sample(), texts);
    await page.getByLabel("suggestions").uncheck();
    expect(await visibleFindings(page)).toBe(3);
    expect(await page.locator("#shown").textContent()).toBe("3 of 5");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByLabel("Rule", { exact: true }).selectOption("Team.Weasel");
    expect(await visibleFindings(page)).toBe(2);
    await page.getByRole("button", { name: /^Team\.Terms/ }).click();
    expect(await visibleFindings(page)).toBe(1);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("searchbox").fill("readme thorough");
    await expect.poll(() => visibleFindings(page)).toBe(2);
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByText("No finding is left").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("is used by keys alone", async () => {
    const { page } = await open(sample(), texts);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#f2");
    await page.keyboard.press("k");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#f1");
    await page.keyboard.press("/");
    await page.keyboard.type("basically");
    await expect.poll(() => visibleFindings(page)).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => visibleFindings(page)).toBe(5);
    await page.getByRole("button", { name: /^Team\.Terms/ }).focus();
    await page.keyboard.press("Space");
    expect(await visibleFindings(page)).toBe(1);
    await page.context().close();
  });

  test("is whole without its script", async () => {
    const { page, complaints } = await open(sample(), texts, { javaScriptEnabled: false });
    expect(await visibleFindings(page)).toBe(5);
    expect(await page.locator("#filter").isVisible()).toBe(false);
    await page.getByRole("link", { name: /^docs\/guide\.md/ }).click();
    expect(new URL(page.url()).hash).toBe("#file2");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("shows hostile text as text", async () => {
    const markup = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'\u202E`;
    const path = `docs/${markup.replaceAll("/", "_")}.md`;
    const report = reportOf([
      checked(path, [
        finding({
          path,
          message: markup,
          check: markup,
          match: "img",
          link: "javascript:alert(3)",
        }),
      ]),
      { kind: "unchecked", path: relPath(markup), problem: { code: "crashed", words: markup } },
    ]);
    const { page, complaints } = await open(report, { [path]: markup });
    await page.getByRole("searchbox").fill("onerror");
    await expect.poll(() => visibleFindings(page)).toBe(1);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator(".message").textContent()).toContain("<script>alert(1)</script>");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test.each([
  ["clean", reportOf([checked("a.md", [])]), "Nothing to mend in 1 file"],
  [
    "skipped",
    reportOf([], { unconfigured: { code: "no-vale-config", root: "/work" } }),
    "Nothing was checked: no Vale configuration",
  ],
])("a scan that ended as %s has a page too", async (name, report, title) => {
  const { page, complaints } = await open(report, {});
  await page.screenshot({ path: join(screenshots, `html-${name}.png`) });
  expect(await page.locator("h1").textContent()).toBe(title);
  expect(complaints).toEqual([]);
  await page.context().close();
});
