import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { programPath, runValehook } from "../../support/hook-driver.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const args = ["hook", "--client", "claude", "--event", "Stop"];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A non-blocking error in both clients: one line for the person, nothing for the agent, nothing kept. */
function expectRefused(workspace: TestWorkspace, ended: Ended, words: RegExp): void {
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toMatch(/^valehook: [^\n]+\n$/);
  expect(ended.stderr).toMatch(words);
  expect(workspace.exists(".git/vale-state")).toBe(false);
}

/** Runs the hook with an open file or an open pipe as standard input. */
async function hookOn(workspace: TestWorkspace, stdin: number | "pipe"): Promise<Ended> {
  const { root: cwd, env } = workspace;
  const child = spawn(process.execPath, [programPath(), ...args], {
    cwd,
    env,
    stdio: [stdin, "pipe", "pipe"],
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([
    child.stdout === null ? "" : text(child.stdout),
    child.stderr === null ? "" : text(child.stderr),
    closed,
  ]);
  child.stdin?.destroy();
  return { code, stdout, stderr };
}

const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "foobad\n" } });
const { root: cwd, env } = workspace;
const stop = { session_id: "s", cwd, hook_event_name: "Stop", stop_hook_active: false };

test.each([
  ["input-empty: no event", "", /No event/],
  ["input-empty: nothing but blanks", " \n\t", /No event/],
  ["input-not-json: an event that is cut short", JSON.stringify(stop).slice(0, -1), /too early/],
  ["input-not-json: words", "Stop!", /not JSON/],
  ["input-not-object: a list", "[]", /not a JSON object/],
  ["input-not-object: null", "null", /not a JSON object/],
  ["input-field: no session", JSON.stringify({ ...stop, session_id: undefined }), /session_id/],
  ["input-field: a session that is a number", JSON.stringify({ ...stop, session_id: 7 }), /string/],
  ["input-field: no folder", JSON.stringify({ ...stop, cwd: undefined }), /cwd is missing/],
  ["input-field: a relative folder", JSON.stringify({ ...stop, cwd: "." }), /absolute/],
  [
    "input-field: a folder that is not there, of a session that never worked above it",
    JSON.stringify({ ...stop, cwd: `${cwd}/no` }),
    /exist/,
  ],
  ["input-field: a file as folder", JSON.stringify({ ...stop, cwd: `${cwd}/a.md` }), /folder/],
])("%s", async (_, input, words) => {
  expectRefused(workspace, await runValehook(args, { cwd, env, input }), words);
});

test("input-too-large: an event of more than 64 MiB", async () => {
  const event = JSON.stringify({ ...stop, tool_response: "x".repeat(64 * 1024 * 1024) });
  const ended = await runValehook(args, { cwd, env, input: event });
  expectRefused(workspace, ended, /larger than 64 MiB/);
});

test("input-timeout: a standard input that is never closed", async () => {
  expectRefused(workspace, await hookOn(workspace, "pipe"), /within 3 s/);
});

test("input-unreadable: a file that is open for writing only", async () => {
  const file = openSync(workspace.at("log.txt"), "w");
  const ended = await hookOn(workspace, file);
  closeSync(file);
  expectRefused(workspace, ended, /can't be read \(EBADF\)/);
});

test("a folder that the session itself removed leaves its work tree covered", async () => {
  const place = makeWorkspace({ files: { ...foobadStyle(), "docs/deep/a.md": "Fine.\n" } });
  const session = agentSession(place);
  await session.pre();
  place.write("b.md", "foobad\n");
  place.shell("rm -r docs");
  const fields = { tool_name: "Bash", tool_input: {}, cwd: place.at("docs/deep") };
  expect((await session.event("PostToolUse", fields)).context).toContain("b.md:1:1");
  const stopped = await session.event("Stop", { cwd: place.at("docs/deep") });
  expect(stopped.blocked).toContain("b.md:1:1");
});
