import { expect, test } from "vitest";

import { deadlineIn } from "../../../src/base/deadline.ts";
import { explainLine } from "../../../src/base/explain.ts";
import { readCodexHooks } from "../../../src/clients/codex-trust.ts";
import { temporaryFolder, writeExecutable } from "../../support/workspace.ts";

const folder = temporaryFolder();

/** Asks a program that takes Codex's place; without a body there is none. */
async function ask(body: string | undefined, ms = 20_000): Promise<string> {
  const codex =
    body === undefined
      ? `${folder}/nowhere`
      : writeExecutable(folder, "codex", `#!${process.execPath}\n${body}\n`);
  const env = process.env;
  const result = await readCodexHooks({ codex, cwd: folder, env, deadline: deadlineIn(ms) });
  expect(result).toMatchObject({ ok: false, problem: { code: "client-silent", client: "Codex" } });
  return result.ok ? "" : explainLine(result.problem);
}

const otherShape = `
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    if (JSON.parse(line).method === "hooks/list") console.log('{"id":2,"result":{"data":[{"hooks":7}]}}');
  });`;

test.each([
  ["is not there", undefined, /ENOENT/],
  ["ends with a word", 'process.stderr.write("no such command"); process.exit(2);', /no such comm/],
  ["answers in another shape", otherShape, /another shape/],
])("client-silent: a Codex that %s", async (_, body, words) => {
  expect(await ask(body)).toMatch(words);
});

test("client-silent: a Codex that never answers is given up", async () => {
  expect(await ask("process.stdin.resume();", 500)).toMatch(/no answer in time/);
});
