import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";

import { programPath, runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const workspace = makeWorkspace({ files: { ...foobadStyle(), "docs/a.md": "Fine.\n" } });
const cwd = workspace.root;

function event(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", cwd, ...fields });
}

function expectNothingWritten(): void {
  expect(workspace.exists(".git/vale-state")).toBe(false);
  expect(workspace.shell('find "$HOME" -mindepth 1')).toBe("");
}

describe("an event that can't be used", () => {
  test.each([
    ["empty", "", "No event on standard input"],
    ["blank", " \n", "No event on standard input"],
    ["partial", '{"session_id":"s","cwd":', "is not JSON: it ends too early"],
    ["not JSON", "hello", "is not JSON"],
    ["a list", "[]", "is not a JSON object"],
    ["a text", '"x"', "is not a JSON object"],
    ["without session_id", event({ session_id: undefined }), "session_id is missing"],
    ["with a session_id that is no text", event({ session_id: 7 }), "session_id is not a string"],
    ["with an empty session_id", event({ session_id: "" }), "session_id is empty"],
    ["without cwd", event({ cwd: undefined }), "cwd is missing"],
    ["with a relative cwd", event({ cwd: "docs" }), "cwd is not an absolute path"],
    ["with a cwd that isn't there", event({ cwd: `${cwd}/none` }), "cwd does not exist"],
    ["with a file as cwd", event({ cwd: `${cwd}/docs/a.md` }), "cwd is not a folder"],
  ])("%s: exit 1, one line, nothing kept", async (_, input, words) => {
    const ended = await runValehook(["hook", "--client", "claude"], {
      cwd,
      env: workspace.env,
      input,
    });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^valehook: [^\n]+\n$/);
    expect(ended.stderr).toContain(words);
    expectNothingWritten();
  });

  test("larger than 64 MiB", async () => {
    const ended = await runValehook(["hook"], {
      cwd,
      env: workspace.env,
      input: Buffer.alloc(64 * 1024 * 1024 + 1, " "),
    });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain("larger than 64 MiB");
    expectNothingWritten();
  });

  test("without an end", async () => {
    const child = spawn(process.execPath, [programPath(), "hook"], { cwd, env: workspace.env });
    child.stdin.write(event({}).slice(0, -1));
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
    const [code] = (await once(child, "close")) as [number];
    expect(code).toBe(1);
    expect(stderr).toContain("did not end within 3 s");
    expectNothingWritten();
  });
});

describe("an event that is accepted", () => {
  test.each([
    ["of an unknown name", event({ hook_event_name: "Whatever", more: { fields: [1] } })],
    ["of a subagent's end", event({ hook_event_name: "SubagentStop" })],
    ["without a name", event({ hook_event_name: undefined })],
  ])("%s: silence, nothing kept", async (_, input) => {
    const ended = await runValehook(["hook"], { cwd, env: workspace.env, input });
    expect(ended).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expectNothingWritten();
  });

  test("with VALEHOOK_DISABLE every hook is silent, even to what can't be read", async () => {
    const env = { ...workspace.env, VALEHOOK_DISABLE: "1" };
    for (const input of ["", event({}), event({ hook_event_name: "Stop" })]) {
      const ended = await runValehook(["hook"], { cwd, env, input });
      expect(ended).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
    expectNothingWritten();
  });

  test("with a byte order mark it is read as without", async () => {
    const ended = await runValehook(["hook"], {
      cwd,
      env: workspace.env,
      input: `\uFEFF${event({})}`,
    });
    expect(ended).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(workspace.exists(".git/vale-state")).toBe(true);
  });
});
