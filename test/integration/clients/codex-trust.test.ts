import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { deadlineIn } from "../../../src/base/deadline.ts";
import { readCodexHooks } from "../../../src/clients/codex-trust.ts";

const folder = mkdtempSync(join(tmpdir(), "valehook-trust-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that takes Codex's place: what the real one answers is in the tests with the real clients. */
function stand(name: string, body: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

function ask(codex: string, ms = 20_000) {
  return readCodexHooks({ codex, cwd: folder, env: process.env, deadline: deadlineIn(ms) });
}

const hook = {
  key: "k",
  eventName: "postToolUse",
  handlerType: "command",
  command: "valehook hook --client codex --event PostToolUse",
  source: "project",
  sourcePath: "/w/.codex/hooks.json",
  enabled: true,
  isManaged: false,
  currentHash: "sha256:1",
  trustStatus: "untrusted",
};

function answering(hooks: readonly unknown[]): string {
  const answer = JSON.stringify({ id: 2, result: { data: [{ cwd: "/w", hooks }] } });
  return `
    require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === "initialize") console.log("not JSON\\n" + JSON.stringify({ id, result: {} }));
      if (method === "hooks/list") console.log(${JSON.stringify(answer)});
    });`;
}

test("hooks of ours are told with their trust, others not at all", async () => {
  const codex = stand(
    "answers",
    answering([
      hook,
      { ...hook, trustStatus: "trusted", eventName: "stop" },
      { ...hook, isManaged: true, source: "plugin", currentHash: "sha256:1/sha256:2" },
      { ...hook, command: "say done" },
      { ...hook, handlerType: "prompt", command: null },
    ]),
  );
  const told = {
    event: "PostToolUse",
    source: "project",
    sourcePath: "/w/.codex/hooks.json",
    enabled: true,
    trusted: false,
    key: "k",
    hash: "sha256:1",
    contentHash: undefined,
  };
  expect(await ask(codex)).toEqual({
    ok: true,
    value: [
      told,
      { ...told, trusted: true, event: "Stop" },
      { ...told, trusted: true, source: "plugin", contentHash: "sha256:2" },
    ],
  });
});
