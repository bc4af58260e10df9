import { describe, expect, test } from "vitest";
import { agentSession } from "../../support/agent-session.ts";
import { isMutation, kindOf, traceValehook } from "../../support/system-calls.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n" };

describe("an event that finds nothing new", () => {
  test.each(["PreToolUse", "PostToolUse", "Stop"])(
    "%s starts Git's listing at most and writes nothing, so that nothing can be lost",
    async (name) => {
      const workspace = makeWorkspace({ files: start });
      const session = agentSession(workspace);
      await session.pre();
      await session.post();
      const { result, calls } = await traceValehook(["hook"], {
        cwd: workspace.root,
        env: workspace.env,
        input: JSON.stringify({
          session_id: session.id,
          cwd: workspace.root,
          hook_event_name: name,
          tool_name: "Bash",
          tool_input: { command: "true" },
          stop_hook_active: false,
        }),
      });
      expect(result).toMatchObject({ code: 0, stdout: "", stderr: "" });
      const done = calls.filter(isMutation).map(kindOf);
      expect(done).toEqual(name === "PreToolUse" ? [] : ["spawn"]);
    },
  );
});
