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
