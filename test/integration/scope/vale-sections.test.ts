import { execFileSync } from "node:child_process";
import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";

import { findWorkspace } from "../../../src/scope/workspace.ts";
import { makeConfigFinder } from "../../../src/scope/vale-config.ts";
import { withSections } from "../../../src/scope/vale-rules.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { valeVersions } from "../../support/vale-versions.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const style = { "styles/T/Foo.yml": "extends: existence\nmessage: m\ntokens: [foobad]\n" };
const paths = [
  "a.md",
  "README.md",
  "notes.txt",
  "page.html",
  "main.py",
  "view.tsx",
  "b.qmd",
  "docs/a.md",
  "docs/guide/b.md",
  "docs/guide/b.txt",
  "docs/guide/deep/a.md",
  "src/lib/c.go",
  "[x].md",
  "a,b.md",
  "é.md",
];

function workspaceWith(config: string): TestWorkspace {
  const files = Object.fromEntries(paths.map((path) => [path, "<p>\n# foobad\n// foobad\n</p>\n"]));
  return makeWorkspace({ kind: "plain", files: { ...files, ...style, ".vale.ini": config } });
}

/** The files that the real Vale finds something in. */
function foundByVale(workspace: TestWorkspace, vale: string): string[] {
  const args = [
    "--no-global",
    "--no-exit",
    "--output=JSON",
    "--",
    ...paths.map((path) => `./${path}`),
  ];
  const output = execFileSync(vale, args, {
    cwd: workspace.root,
    env: workspace.env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const names = Object.keys(JSON.parse(output) as object);
  return names.map((name) => name.replace(/^\.\//, "")).toSorted();
}

/** The files that are taken to have rules. */
function withRulesHere(workspace: TestWorkspace): string[] {
  const found = findWorkspace(workspace.root);
  if (!found.ok) throw new Error(found.problem.code);
  const { root } = workspace;
  const finder = withSections(makeConfigFinder(found.value), { root, isMerged: false });
  return paths.filter((path) => finder(path as RelPath).ok).toSorted();
}

describe.each(valeVersions())("sections as Vale $version reads them", ({ path: vale }) => {
  test.each([
    "[*.md]\nBasedOnStyles = T\n",
    "[*.{md,txt}]\nBasedOnStyles = T\n",
    "[docs/*.md]\nBasedOnStyles = T\n",
    "[*]\nBasedOnStyles = T\n",
    "[README.md]\nT.Foo = YES\n",
    "[*.py]\nBasedOnStyles = T\n[*.go]\nBasedOnStyles = T\n",
    "[*.rst]\nBasedOnStyles = T\n",
    "[*]\nBasedOnStyles =\n",
    "[*]\nBlockIgnores = x\n[*.md]\nT.Foo = NO\n",
    "[*.md]\nT.Foo = error\n[*.py]\nBasedOnStyles = T\n",
    "[formats]\nqmd = md\n",
    "",
  ])("%j leaves without rules just the files that Vale leaves alone", (sections) => {
    const workspace = workspaceWith(`StylesPath = styles\n\n${sections}`);
    expect(withRulesHere(workspace)).toEqual(foundByVale(workspace, vale));
    workspace.cleanup();
  });

  test("whatever the pattern, no file in which Vale finds something is taken to be without rules", () => {
    const piece = constantFrom(
      ..."* ** ? / . a b md docs guide {md,txt} {a,b} [ab] [!x] [a-d] \\ ! , *.md **/ {docs/*,a} {docs,{a,b}} { } { } { , , é main.py".split(
        " ",
      ),
    );
    const pattern = array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    const workspace = workspaceWith("");
    let judged = 0;
    assert(
      property(pattern, (section) => {
        const config = `StylesPath = styles\n[${section}]\nBasedOnStyles = T\n`;
        workspace.write(".vale.ini", config);
        let found: string[];
        try {
          found = foundByVale(workspace, vale);
        } catch {
          // Vale refuses the pattern: each file is to be given to it, so that this is told.
          found = paths.toSorted();
        }
        judged += found.length;
        expect(withRulesHere(workspace)).toEqual(expect.arrayContaining(found));
      }),
      { numRuns: 80 },
    );
    expect(judged).toBeGreaterThan(0);
    workspace.cleanup();
  });
});
