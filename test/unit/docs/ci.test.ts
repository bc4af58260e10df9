import { expect, test } from "vitest";
import { readPage } from "../../support/doc-blocks.ts";

const page = readPage("docs/ci.md");
const pinned = readPage("scripts/provide/versions.mjs");

test.each([
  ["pre-commit", /^ *preCommit: "([\d.]+)"/m],
  ["lint-staged", /^ *lintStaged: "([\d.]+)"/m],
  ["reviewdog", /^ *reviewdog: \{.* version: "([\d.]+)"/m],
])("docs/ci.md names the version of %s that the tests run, and no other", (name, pin) => {
  const named = [...page.matchAll(new RegExp(`\\b${name} (\\d[\\d.]*\\d)`, "g"))];
  expect(named.map(([, version]) => version)).toEqual([pin.exec(pinned)?.[1]]);
});
