import { expect, test } from "vitest";

import { cleanLines } from "../../../src/cli/clean.ts";

test.each([
  ["nothing", { sessions: 0, inUse: 0 }, false, /Nothing to remove.*14 days.*--all/],
  ["nothing at any age", { sessions: 0, inUse: 0 }, true, /no session's state/],
  ["what was old", { sessions: 1, inUse: 0 }, false, /^Removed the state of 1 session\.$/],
  [
    "everything",
    { sessions: 2, inUse: 0 },
    true,
    /2 sessions\.\nA session that goes on takes a new baseline/,
  ],
  [
    "all but what is at work",
    { sessions: 0, inUse: 1 },
    true,
    /^Kept the state of 1 session: a check is running/,
  ],
])("says what was removed: %s", (_, expired, all, words) => {
  expect(cleanLines(expired, all).join("\n")).toMatch(words);
});
