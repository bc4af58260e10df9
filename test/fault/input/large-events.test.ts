import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { runValehook, type ProgramResult } from "../../support/hook-driver.ts";
import {
  foobadStyle,
  makeWorkspace,
  temporaryFolder,
  type TestWorkspace,
} from "../../support/workspace.ts";

const MEBIBYTE = 1024 * 1024;
const preload = fileURLToPath(new URL("../../support/peak-memory.cjs", import.meta.url));

/** Sends an event of many megabytes; the most memory that was held comes in kB. */
async function send(
  workspace: TestWorkspace,
  event: object,
): Promise<ProgramResult & { readonly peakKb: number }> {
  const peak = join(temporaryFolder(), "peak");
  const result = await runValehook(["hook", "--client", "claude"], {
    cwd: workspace.root,
    env: {
      ...workspace.env,
      NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
      VALEHOOK_TEST_PEAK: peak,
    },
    input: JSON.stringify(event),
  });
  return { ...result, peakKb: Number(readFileSync(peak, "utf8")) };
}

function eventOf(workspace: TestWorkspace, session: string, fields: object): object {
  return {
    session_id: session,
    cwd: workspace.root,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "true" },
    ...fields,
  };
}

const large: Readonly<Record<string, () => object>> = {
  "a tool's output of 60 MiB": () => ({ tool_response: { stdout: "x".repeat(60 * MEBIBYTE) } }),
  "a tool's output that is all quotes": () => ({ tool_response: '"'.repeat(30 * MEBIBYTE) }),
  "a list of many numbers": () => ({ tool_response: Array.from({ length: 20_000_000 }, () => 1) }),
  "an input of many objects": () => ({
    tool_input: { edits: Array.from({ length: 6_000_000 }, () => ({ a: 1 })) },
  }),
};

describe("a very large event", () => {
  test.each(Object.keys(large))(
    "%s is answered like a small one, in less than 200 MB",
    async (name) => {
      const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "Fine.\n" } });
      const session = agentSession(workspace);
      await session.pre();
      workspace.write("a.md", "foobad\n");
      const sent = await send(workspace, eventOf(workspace, session.id, large[name]?.() ?? {}));
      expect(sent).toMatchObject({ code: 0, stderr: "" });
      expect(sent.stdout).toContain("a.md:1:1");
      expect(sent.peakKb).toBeLessThan(200_000);
    },
    60_000,
  );

  test("beyond the limit is refused in less than 200 MB", async () => {
    const workspace = makeWorkspace({ files: foobadStyle() });
    const tool_response = "x".repeat(70 * MEBIBYTE);
    const sent = await send(workspace, eventOf(workspace, "s", { tool_response }));
    expect(sent).toMatchObject({ code: 1, stdout: "" });
    expect(sent.stderr).toContain("larger than 64 MiB");
    expect(sent.peakKb).toBeLessThan(200_000);
  }, 60_000);

  test("with guard = deny an edit that is too large to be read is refused", async () => {
    const settings = { ".valehook.toml": 'guard = "deny"\n' };
    const workspace = makeWorkspace({ files: { ...foobadStyle(), ...settings } });
    const session = agentSession(workspace);
    await session.pre();
    const command = `*** Begin Patch\n*** Update File: .vale.ini\n${"+x\n".repeat(MEBIBYTE)}`;
    const answer = await session.pre({ tool: "apply_patch", input: { command } });
    expect(answer.denied).toContain("it can't be told what it edits");
    const write = { file_path: workspace.at("a.md"), content: "x".repeat(3 * MEBIBYTE) };
    expect((await session.pre({ tool: "Write", input: write })).denied).toBeUndefined();
  }, 60_000);
});
