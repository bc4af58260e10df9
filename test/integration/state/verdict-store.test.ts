import { existsSync } from "node:fs";
import { appendFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textDigest } from "../../../src/base/digest.ts";
import { openAnswerStore } from "../../../src/state/answer-store.ts";
import { openDigestFile } from "../../../src/state/digest-file.ts";
import { nodeStorage } from "../../../src/state/node-storage.ts";
import { openVerdictStore, type VerdictStore } from "../../../src/state/verdict-store.ts";
import { bundleScript, runScript } from "../../support/state-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function open(folder: string): Promise<VerdictStore> {
  const opened = await openVerdictStore(folder);
  if (!opened.ok) throw new Error(opened.problem.code);
  return opened.value;
}

test("a verdict is remembered by the next process, and no other one is", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  const first = await open(folder);
  first.rememberClean(textDigest("docs/secret-plan.md", "content", "checks"));
  expect((await first.flush()).ok).toBe(true);
  const second = await open(folder);
  expect(second.isClean(textDigest("docs/secret-plan.md", "content", "checks"))).toBe(true);
  expect(second.isClean(textDigest("docs/secret-plan.md", "content", "other checks"))).toBe(false);
  expect((await readFile(join(folder, "verdicts"))).includes("secret")).toBe(false);
});

test("nothing new makes no folder and no write", async () => {
  const folder = join(await temporaryFolder(), "vale-state");
  expect(await (await open(folder)).flush()).toEqual({ ok: true, value: undefined });
  expect(existsSync(folder)).toBe(false);
});

test("processes that remember at once lose nothing and read no garbage", async () => {
  const folder = await temporaryFolder();
  const script = await bundleScript("add-verdicts", folder);
  const names = ["a", "b", "c", "d"];
  const all = await Promise.all(
    names.map((name) => runScript(script, join(folder, "state"), name, "200").ended),
  );
  expect(all.map(({ stderr }) => stderr).join("")).toBe("");
  const store = await open(join(folder, "state"));
  const answers = openAnswerStore(join(folder, "state"));
  for (const name of names) {
    for (let index = 0; index < 200; index += 1) {
      expect(store.isClean(textDigest(name, String(index)))).toBe(true);
      const answer = await answers.get(textDigest("answer", name, String(index)));
      expect(answer).toEqual([{ line: index, key: textDigest(name) }]);
    }
  }
});

test("a write that a killed process left half is passed over by all that follow", async () => {
  const folder = await temporaryFolder();
  const store = await open(folder);
  store.rememberClean(textDigest("one"));
  await store.flush();
  const whole = await readFile(join(folder, "verdicts"));
  await appendFile(join(folder, "verdicts"), whole.subarray(0, 20));
  const next = await open(folder);
  next.rememberClean(textDigest("two"));
  await next.flush();
  const last = await open(folder);
  expect([last.isClean(textDigest("one")), last.isClean(textDigest("two"))]).toEqual([true, true]);
});

test("the file stays bounded, and the oldest keys give way", async () => {
  const path = join(await temporaryFolder(), "table");
  for (let round = 0; round < 40; round += 1) {
    const opened = await openDigestFile(nodeStorage, path, 100);
    if (!opened.ok) throw new Error(opened.problem.code);
    for (let index = 0; index < 10; index += 1) {
      opened.value.set(textDigest(`${round * 10 + index}`), 1);
    }
    await opened.value.flush();
  }
  const last = await openDigestFile(nodeStorage, path, 100);
  if (!last.ok) throw new Error(last.problem.code);
  const kept = Array.from({ length: 400 }, (_, index) => last.value.get(textDigest(`${index}`)));
  expect(kept.slice(300)).toEqual(Array.from({ length: 100 }, () => 1));
  expect(kept.slice(0, 240).every((value) => value === undefined)).toBe(true);
  expect((await stat(path)).size).toBeLessThan(150 * (20 + 12));
});
