import { expect, test } from "vitest";

import { findSession } from "../../../src/state/find-session.ts";
import { sessionFolderName } from "../../../src/state/store-paths.ts";
import { MemoryDisk, memoryStorage } from "../../support/memory-storage.ts";

const id = "a-session";
const name = sessionFolderName(id);
const others = ["0123456700000000", "0123456789abcdef"].map((start) => start.padEnd(32, "0"));

async function found(named: string): Promise<readonly string[]> {
  const storage = memoryStorage(new MemoryDisk());
  for (const folder of [name, ...others]) await storage.makeFolder(`/state/${folder}`);
  const paths = await findSession(storage, "/state", named);
  return paths.ok ? paths.value.map((one) => one.name) : [paths.problem.code];
}

test.each([
  ["its id", id, [name]],
  ["its name", name, [name]],
  ["the start of its name", name.slice(0, 4), [name]],
  ["too little of its name", name.slice(0, 3), []],
  ["a start that two have", "01234567", others],
  ["a start that one has", "0123456789", others.slice(1)],
  ["another id", "another", []],
])("sessions are found by %s", async (_, named, expected) => {
  expect(await found(named)).toEqual(expected);
});

test("names of ids that differ little differ from their first digits on", () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
  const starts = new Set(ids.map((each) => sessionFolderName(each).slice(0, 8)));
  expect(starts.size).toBe(ids.length);
});
