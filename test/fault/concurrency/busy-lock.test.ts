import { expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import type { Answer } from "../../../src/clients/answers.ts";
import { toHookEvent, type HookEvent } from "../../../src/clients/hook-event.ts";
import { parseQuietEvent } from "../../../src/clients/quiet-event.ts";
import type { EventContext } from "../../../src/hook/event-context.ts";
import { postToolUse } from "../../../src/hook/post-tool-use.ts";
import { preToolUse } from "../../../src/hook/pre-tool-use.ts";
import { stop } from "../../../src/hook/stop.ts";
import { findWorkspace, stateFolder } from "../../../src/scope/workspace.ts";
import { agentSession } from "../../support/agent-session.ts";
import { bundleScript, runScript } from "../../support/state-process.ts";
import { foobadStyle, makeWorkspace, temporaryFolder } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n" };

/** What an event answers while another process keeps the session's lock for longer than the event may take. */
async function answerWhileHeld(name: string, startsFirst: boolean): Promise<Answer> {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  if (startsFirst) await session.pre();
  const found = findWorkspace(workspace.root);
  if (!found.ok) throw new Error("the workspace isn't there");
  const script = await bundleScript("hold-lock", temporaryFolder());
  workspace.shell("mkdir -p -m 700 .git/vale-state");
  const holder = runScript(script, stateFolder(found.value), session.id);
  try {
    await holder.printed("held");
    workspace.write("docs/a.md", "foobad\n");
    const context: EventContext = {
      workspace: found.value,
      env: workspace.env,
      deadline: deadlineIn(300),
      signal: new AbortController().signal,
      early: undefined,
    };
    return await answerOf(eventOf(name, session.id, workspace.root), context);
  } finally {
    holder.process.kill("SIGKILL");
    await holder.ended;
  }
}

function eventOf(name: string, sessionId: string, cwd: string): HookEvent {
  const payload = { session_id: sessionId, cwd, hook_event_name: name, tool_name: "Bash" };
  const quiet = parseQuietEvent(Buffer.from(JSON.stringify(payload)));
  if (!quiet.ok) throw new Error(quiet.problem.code);
  return toHookEvent(quiet.value, "claude");
}

async function answerOf(event: HookEvent, context: EventContext): Promise<Answer> {
  switch (event.kind) {
    case "pre-tool-use":
      return (await preToolUse(event, context)).answer;
    case "post-tool-use":
      return (await postToolUse(event, context)).answer;
    case "stop":
      return (await stop(event, context)).answer;
    case "other":
      throw new Error(`${event.name} takes no lock`);
  }
}

test("a PostToolUse gives up by its deadline and says so", async () => {
  const answer = await answerWhileHeld("PostToolUse", true);
  expect(answer).toMatchObject({
    kind: "context",
    text: expect.stringMatching(/held this session's lock/),
  });
});

test("a Stop gives up by its deadline, says so and doesn't block", async () => {
  const answer = await answerWhileHeld("Stop", true);
  expect(answer).toMatchObject({
    kind: "notice",
    text: expect.stringMatching(/held this session's lock/),
  });
});

test("a PreToolUse that can't take its baseline in time lets the tool run", async () => {
  expect(await answerWhileHeld("PreToolUse", false)).toEqual({ kind: "allow" });
});
