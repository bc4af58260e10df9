import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { projectRoot } from "../support/project-root.ts";

function read(path: string): string {
  return readFileSync(join(projectRoot, path), "utf8");
}

/** The first group of each match. */
function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

const codes = all(read("src/base/problem.ts"), /readonly code: "([a-z0-9-]+)"/g);

describe("every problem code, and no other,", () => {
  test("has a heading in docs/problems.md", () => {
    const headings = all(read("docs/problems.md"), /^### ([a-z0-9-]+)$/gm);
    expect(codes.length).toBeGreaterThan(30);
    expect(new Set(headings)).toEqual(new Set(codes));
    expect(headings).toHaveLength(new Set(headings).size);
  });

  test("is provoked by a fault test, whose name begins with it or whose table has a row for it", () => {
    const names = readdirSync(join(projectRoot, "test/fault"), {
      recursive: true,
      encoding: "utf8",
    });
    const provoked = names
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => read(join("test/fault", name)))
      .flatMap((text) =>
        all(text, /(?:test\(|describe\(|\[|title:|\{ code:|^ +code:)\s*"([a-z0-9-]+)[":]/gm),
      );
    const known = new Set<string>(codes);
    expect(new Set(provoked.filter((code) => known.has(code)))).toEqual(known);
  });
});
