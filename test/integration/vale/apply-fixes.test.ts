import { chmodSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyFixes } from "../../../src/vale/apply-fixes.ts";
import { checkRequest } from "../../support/vale-check.ts";
import { valeVersions } from "../../support/vale-versions.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const style = {
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n[*]\nBasedOnStyles = T\n",
  "styles/T/Swap.yml": [
    "extends: substitution",
    "message: use %s, not %s",
    "action:",
    "  name: replace",
    "swap:",
    "  utilize: use",
    "  leverage: use|apply",
    "  utilize it: use it",
    "",
  ].join("\n"),
  "styles/T/Drop.yml":
    "extends: existence\nmessage: drop\naction:\n  name: remove\ntokens:\n  - very\n",
};

async function fix(workspace: TestWorkspace, vale: string, paths: readonly string[]) {
  const request = checkRequest(workspace, paths, { vale: { path: vale } });
  const outcomes = await applyFixes({
    ...request,
    isDocumentation: (path) => path.endsWith(".md") || path.endsWith(".MD"),
  });
  return outcomes.map((outcome) =>
    outcome.kind === "done"
      ? [outcome.path, outcome.applied, outcome.left.map((finding) => finding.match)]
      : [outcome.path, outcome.problem.code],
  );
}

describe.each(valeVersions())("with Vale $version", ({ path: vale }) => {
  test("fixes with one outcome are made, those with a choice are left, all else stays as it is", async () => {
    const workspace = makeWorkspace({
      kind: "plain",
      files: {
        ...style,
        "a.md": "\uFEFFWe utilize “it”; very much.\r\n\r\nWe leverage `utilize` and utilize.\r\n",
      },
    });
    chmodSync(workspace.at("a.md"), 0o640);
    expect(await fix(workspace, vale, ["a.md"])).toEqual([["a.md", 3, ["leverage"]]]);
    expect(workspace.read("a.md")).toBe(
      "\uFEFFWe use “it”; much.\r\n\r\nWe leverage `utilize` and use.\r\n",
    );
    expect(statSync(workspace.at("a.md")).mode & 0o777).toBe(0o640);
  });

  test("code is never rewritten, neither in spans that Vale takes for the match nor in sources", async () => {
    const files = {
      "span.md": "`utilize` utilize\n",
      "CODE.MD": "Run `very --fast`, very.\n",
      "run.sh": "# utilize\nutilize --very\n",
      "a.py": "# utilize\nutilize = 1\n",
    };
    const workspace = makeWorkspace({ kind: "plain", files: { ...style, ...files } });
    const told = await fix(workspace, vale, Object.keys(files));
    expect(told.map(([path, applied]) => [path, applied]).slice(2)).toEqual([
      ["run.sh", 0],
      ["a.py", 0],
    ]);
    expect(workspace.read("span.md")).toMatch(/^`utilize` u(tilize|se)\n$/);
    expect(workspace.read("CODE.MD")).toContain("`very --fast`");
    expect(workspace.read("run.sh")).toBe(files["run.sh"]);
    expect(workspace.read("a.py")).toBe(files["a.py"]);
  });

  test("a file that can't be checked, or has nothing to fix, is not written to", async () => {
    const workspace = makeWorkspace({
      kind: "plain",
      files: { ...style, "fm.md": "---\na: [\n---\nutilize\n", "b.md": "leverage\n" },
    });
    const before = statSync(workspace.at("b.md"), { bigint: true });
    expect(await fix(workspace, vale, ["fm.md", "b.md"])).toEqual([
      ["fm.md", "bad-front-matter"],
      ["b.md", 0, ["leverage"]],
    ]);
    expect(statSync(workspace.at("b.md"), { bigint: true }).mtimeNs).toBe(before.mtimeNs);
  });
});
