import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { programPath, runProgram, type ProgramResult } from "../support/hook-driver.ts";
import { stracePath } from "../support/strace.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../support/workspace.ts";

const start = { ...foobadStyle(), "a.md": "fine\n" };

function hasBaseline(workspace: TestWorkspace): boolean {
  return workspace.shell("ls .git/vale-state/*/baseline || true") !== "";
}

/** A PreToolUse that is held up before each rename, as on a loaded disk. */
async function slowPre(workspace: TestWorkspace, session: string): Promise<ProgramResult> {
  const strace = ["-f", "-qq", "-o", `${workspace.home}/calls`];
  const delay = ["-e", "trace=rename", "-e", "inject=rename:delay_enter=700000"];
  const payload = {
    session_id: session,
    cwd: workspace.root,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "true" },
  };
  return await runProgram(
    stracePath(),
    [...strace, ...delay, process.execPath, programPath(), "hook", "--client", "claude"],
    { cwd: workspace.root, env: workspace.env, input: JSON.stringify(payload) },
  );
}

/** Waits until a PreToolUse is at its work: it holds the session's lock. */
async function untilAtWork(workspace: TestWorkspace): Promise<void> {
  const state = workspace.at(".git/vale-state");
  while (!existsSync(state) || !readdirSync(state).some((name) => name.endsWith(".lock"))) {
    await setTimeout(10);
  }
}

test("an edit right after the first of two PreToolUse returned is in no baseline", async () => {
  const workspace = makeWorkspace({ files: start });
  const id = randomUUID();
  const session = agentSession(workspace, { id });
  const slow = slowPre(workspace, id);
  await untilAtWork(workspace);
  expect(hasBaseline(workspace)).toBe(false);
  const waiting = session.pre();
  await Promise.race([slow, waiting]);
  workspace.write("a.md", "foobad\n");
  expect(hasBaseline(workspace)).toBe(true);
  for (const raw of [await slow, (await waiting).raw]) {
    expect(raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
  }
  expect((await session.post()).context).toContain("a.md:1:1");
});
