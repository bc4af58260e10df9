import { expect, test } from "vitest";

import { runValehook } from "../support/hook-driver.ts";
import { makeWorkspace } from "../support/workspace.ts";

const style = {
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*]\nBasedOnStyles = T\n",
  "styles/T/Swap.yml": [
    "extends: substitution",
    'message: "Use %s, not %s."',
    "level: warning",
    "action:",
    "  name: replace",
    "swap:",
    "  utilize: use",
    "  leverage: use|apply",
    "",
  ].join("\n"),
};

const page = "# A\n\nWe utilize it.\nWe leverage it.\n";

test("what leaves no choice is fixed in documentation; the rest, and all of a source, is listed", async () => {
  const workspace = makeWorkspace({
    files: { ...style, "docs/a.md": page, "b.py": "# We utilize it.\nutilize = 1\n" },
  });
  const run = async (...args: readonly string[]) =>
    await runValehook(["fix", ...args], { cwd: workspace.at("docs"), env: workspace.env });

  const shown = await run("--dry-run", "a.md");
  expect(shown).toMatchObject({ code: 1, stderr: "" });
  expect(shown.stdout).toContain("--- a/docs/a.md\n+++ b/docs/a.md\n@@");
  expect(shown.stdout).toContain("-We utilize it.\n+We use it.\n");
  expect(shown.stdout).toContain("Would make 1 fix in 1 file; nothing was written.");
  expect(workspace.read("docs/a.md")).toBe(page);

  const fixed = await run();
  expect(fixed).toMatchObject({ code: 1, stderr: "" });
  expect(fixed.stdout).toContain("docs/a.md  1 fix\nMade 1 fix in 1 file.\n");
  expect(fixed.stdout).toMatch(/docs\/a\.md:4:4 +warning +T\.Swap/);
  expect(fixed.stdout).toMatch(/b\.py:1:6 +warning +T\.Swap/);
  expect(workspace.read("docs/a.md")).toBe("# A\n\nWe use it.\nWe leverage it.\n");
  expect(workspace.read("b.py")).toBe("# We utilize it.\nutilize = 1\n");

  workspace.write("docs/a.md", "We utilize it.\n");
  const json = await run("--json", "a.md", "--config", "../.vale.ini");
  expect(json).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(json.stdout)).toMatchObject({
    schema: 1,
    dryRun: false,
    fixed: [{ path: "docs/a.md", fixes: 1 }],
    rest: { status: "clean", summary: { checked: 1, findings: 0 } },
  });
});
