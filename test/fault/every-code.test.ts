import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

import { projectRoot } from "../support/project-root.ts";

const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");

/** The codes that this suite's tests say they provoke: a test's name, or its group's, begins with `code:`. */
async function provokedCodes(): Promise<ReadonlySet<string>> {
  const args = [vitest, "list", "--project", "fault", "--json"];
  const listed = await promisify(execFile)(process.execPath, args, {
    cwd: projectRoot,
    maxBuffer: 1 << 26,
  });
  const tests = JSON.parse(listed.stdout) as readonly { readonly name: string }[];
  const codes = tests.flatMap(({ name }) => /^([a-z0-9-]+):/.exec(name)?.[1] ?? []);
  return new Set(codes);
}

test("each problem code is provoked by a test of this suite, and no other code is", async () => {
  const source = readFileSync(join(projectRoot, "src/base/problem.ts"), "utf8");
  const codes = [...source.matchAll(/readonly code: "([a-z0-9-]+)"/g)].flatMap(([, code]) => code);
  expect(codes.length).toBeGreaterThan(30);
  expect(await provokedCodes()).toEqual(new Set(codes));
});
