import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/project-root.ts";

const read = (path: string): string => readFileSync(join(projectRoot, path), "utf8");
const { version } = JSON.parse(read("package.json")) as { readonly version: string };

test.each(["docs/ci.md", "docs/getting-started-claude.md", "docs/getting-started-codex.md"])(
  "%s names the version that the package has",
  (page) => {
    const named = read(page).matchAll(/(?:valehook(?:@v?| )|rev: v)(\d+\.\d+\.\d+)/g);
    const versions = [...named].map(([, number]) => number);
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions)).toEqual(new Set([version]));
  },
);

test("every page that names Node's least version says what package.json's engines say", () => {
  const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
  expect(engines.node).toBe("^20.19.0 || >=22.12.0");
  for (const page of [
    "README.md",
    "CONTRIBUTING.md",
    "plugin/valehook/README.md",
    "docs/portability.md",
  ]) {
    expect(read(page), page).toContain("Node 20 from 20.19 on, or Node 22.12 or later");
    expect(read(page).match(/20\.19/g), page).toHaveLength(1);
  }
});
