import { describe, expect, test } from "vitest";

import { agentSession, type AgentSession } from "../support/agent-session.ts";
import { tracedHook, type TracedHook } from "../support/traced-hook.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const files = {
  ...foobadStyle(),
  ".gitignore": "cache/\n",
  "docs/a.md": "# A\n\nAll is well.\n",
  "docs/old.md": "An old foobad line.\n",
  "src/b.py": "# All is well.\n",
};

const workspace = makeWorkspace({ files });

async function started(): Promise<AgentSession> {
  const session = agentSession(workspace);
  await session.pre();
  return session;
}

async function traced(session: AgentSession, event: object): Promise<TracedHook> {
  const payload = { session_id: session.id, cwd: workspace.root, ...event };
  return await tracedHook(workspace, payload);
}

const tool = { tool_name: "Bash", tool_input: { command: "true" } };
const preToolUse = { hook_event_name: "PreToolUse", ...tool };
const postToolUse = { hook_event_name: "PostToolUse", ...tool, tool_response: {} };
const stop = { hook_event_name: "Stop", stop_hook_active: false };

function expectSilent({ result }: TracedHook): void {
  expect(result).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
}

describe("an event in a session in which nothing changed", () => {
  test.each([
    ["PostToolUse", postToolUse],
    ["PostToolUseFailure", { ...postToolUse, hook_event_name: "PostToolUseFailure" }],
    ["Stop", stop],
  ])("%s writes nothing, to no file either, and starts Git once", async (_, event) => {
    const ran = await traced(await started(), event);
    expectSilent(ran);
    expect(ran.programs).toEqual(["node", "git"]);
    expect(ran.changes).toEqual([]);
    expect(ran.opened.some((path) => path.includes("vale-state"))).toBe(true);
  });

  test("PreToolUse starts nothing, writes nothing and opens nothing of what is remembered", async () => {
    const ran = await traced(await started(), preToolUse);
    expectSilent(ran);
    expect(ran.programs).toEqual(["node"]);
    expect(ran.changes).toEqual([]);
    expect(ran.opened.filter((path) => path.includes("vale-state"))).toEqual([]);
  });

  test("a file that was only touched costs one event its look, and the next nothing", async () => {
    const session = await started();
    workspace.shell("touch docs/a.md && cat docs/old.md");
    const ran = await traced(session, postToolUse);
    expectSilent(ran);
    expect(ran.programs.filter((name) => name !== "git")).toEqual(["node"]);
    const outside = ran.changes.filter((change) => !change.includes("vale-state"));
    expect(outside).toEqual([]);
    const next = await traced(session, postToolUse);
    expectSilent(next);
    expect(next.changes).toEqual([]);
  });
});

test("an event that did change something is seen by the same trace", async () => {
  const session = await started();
  workspace.write("docs/a.md", "foobad\n");
  const ran = await traced(session, postToolUse);
  expect(ran.result.stdout).toContain("docs/a.md:1:1");
  expect(ran.programs).toContain("vale");
  expect(ran.changes.some((change) => /^rename.*vale-state/.test(change))).toBe(true);
  expect(ran.changes.some((change) => /^openat.*vale-state/.test(change))).toBe(true);
});
