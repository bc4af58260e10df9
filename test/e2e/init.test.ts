import { expect, test } from "vitest";

import { codeBlocks, exchanged } from "../support/doc-blocks.ts";
import { runValehook } from "../support/hook-driver.ts";
import { makeWorkspace } from "../support/workspace.ts";

function timeless(text: string): string {
  return text.replace(/ in [\d.]+ m?s\./, "");
}

test("init writes a configuration for the workspace's formats that works at once, and never overwrites one", async () => {
  const workspace = makeWorkspace({
    files: {
      "docs/guide.md": "# Guide\n\nThe the page. TODO: finish it, e.g. today.\n",
      "src/a.py": "# This is is a comment.\nx = 1\n",
      "logo.svg": "<svg/>\n",
    },
  });
  const run = async (...args: readonly string[]) =>
    await runValehook(args, { cwd: workspace.at("docs"), env: workspace.env });

  const begun = await run("init");
  expect(begun).toMatchObject({ code: 0, stderr: "" });
  expect(begun.stdout).toContain("  wrote .vale.ini\n");
  expect(begun.stdout).toContain("valehook scan");
  expect(begun.stdout).toContain("vale sync");
  expect(workspace.read(".vale.ini")).toContain("[*.md]");
  expect(workspace.read(".vale.ini")).toContain("[*.py]");

  const scanned = await run("scan", "--json");
  expect(scanned).toMatchObject({ code: 1, stderr: "" });
  for (const check of ["Plain.Repeated", "Plain.Placeholders", "Plain.Latin"]) {
    expect(scanned.stdout).toContain(check);
  }
  expect(scanned.stdout).toContain("src/a.py");

  workspace.write(".vale.ini", "MinAlertLevel = error\n");
  const again = await run("init");
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(again.stdout).toContain(
    "has a Vale configuration already: .vale.ini. Nothing was written.",
  );
  expect(workspace.read(".vale.ini")).toBe("MinAlertLevel = error\n");
});

test("a configuration below the root stays, and so do style files that are there", async () => {
  const workspace = makeWorkspace({
    files: { "a.md": "Fine.\n", "docs/.vale.ini": "[*]\n", "docs/b.md": "Fine.\n" },
  });
  workspace.write(".vale-styles/Plain/Wordy.yml", "mine\n");
  const begun = await runValehook(["init", "--json"], { cwd: workspace.root, env: workspace.env });
  expect(begun).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(begun.stdout)).toMatchObject({
    kept: [".vale-styles/Plain/Wordy.yml"],
    nested: ["docs/.vale.ini"],
  });
  expect(workspace.read(".vale-styles/Plain/Wordy.yml")).toBe("mine\n");
  expect(workspace.read("docs/.vale.ini")).toBe("[*]\n");
});

test.each(["claude", "codex"])(
  "init and the scan after it print what the page on getting started with %s shows",
  async (client) => {
    const [init = "", scan = ""] = codeBlocks(
      `docs/getting-started-${client}.md`,
      "3. Give the project a Vale configuration",
      "text",
    );
    const { root: cwd, env } = makeWorkspace({ files: { "README.md": "# Handbook\n\nTools.\n" } });
    const begun = await runValehook(["init"], { cwd, env });
    expect(begun.stdout).toBe(exchanged(init, "/home/ada/handbook", cwd));
    const scanned = await runValehook(["scan"], { cwd, env });
    expect(timeless(scanned.stdout)).toBe(timeless(scan));
  },
);
