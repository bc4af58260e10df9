import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { projectRoot } from "../support/project-root.ts";

test("docs/problems.md has a heading for every problem code, and no other", () => {
  const source = readFileSync(join(projectRoot, "src/base/problem.ts"), "utf8");
  const page = readFileSync(join(projectRoot, "docs/problems.md"), "utf8");
  const codes = [...source.matchAll(/readonly code: "([a-z0-9-]+)"/g)].map(([, code]) => code);
  const headings = [...page.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(30);
  expect(new Set(headings)).toEqual(new Set(codes));
  expect(headings).toHaveLength(new Set(headings).size);
});
