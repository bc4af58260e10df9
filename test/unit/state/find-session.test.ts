import { expect, test } from "vitest";

import { findSession } from "../../../src/state/find-session.ts";
import { sessionFolderName } from "../../../src/state/store-paths.ts";
import { MemoryDisk, memoryStorage } from "../../support/memory-storage.ts";

const id = "a-session";
const name = sessionFolderName(id);
const others = ["0123456700000000", "0123456789abcdef"].map((start) => start.padEnd(32, "0"));

async function found(named: string): Promise<string | undefined> {
  const storage = memoryStorage(new MemoryDisk());
  for (const folder of [name, ...others]) await storage.makeFolder(`/state/${folder}`);
  const paths = await findSession(storage, "/state", named);
  return paths.ok ? paths.value?.name : paths.problem.code;
}

test.each([
  ["its id", id, name],
  ["its name", name, name],
  ["the start of its name", name.slice(0, 8), name],
  ["too little of its name", name.slice(0, 7), undefined],
  ["a start that two have", "01234567", undefined],
  ["a start that one has", "0123456789", others[1]],
  ["another id", "another", undefined],
])("a session is found by %s", async (_, named, expected) => {
  expect(await found(named)).toBe(expected);
});
