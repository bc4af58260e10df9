import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { clientPorts } from "../../../src/clients/client-ports.ts";
import { detectClient } from "../../../src/clients/detect-client.ts";
import { parseQuietEvent } from "../../../src/clients/quiet-event.ts";

const folder = new URL("../../fixtures/payloads/", import.meta.url);
const kinds: Readonly<Record<string, string>> = {
  PreToolUse: "pre-tool-use",
  PostToolUse: "post-tool-use",
  PostToolUseFailure: "post-tool-use",
  Stop: "stop",
};

/** The names are `<client>-<event>[-<tool>][-variant].json`. */
const samples = readdirSync(folder).map((file) => {
  const [client = "", event = "", ...rest] = file.replace(/\.json$/, "").split("-");
  const tool = event.includes("ToolUse") ? rest[0] : undefined;
  return { file, client: client as "claude" | "codex", event, tool, rest };
});

function read(file: string): Buffer {
  return readFileSync(new URL(file, folder));
}

describe("a real payload", () => {
  test("is there of every event of both clients", () => {
    expect(samples.length).toBeGreaterThanOrEqual(58);
  });

  test.each(samples)("$file is the event that it is", ({ file, client, event, tool, rest }) => {
    const quiet = parseQuietEvent(read(file), { folderFault: () => undefined });
    if (!quiet.ok) throw new Error(quiet.problem.code);
    const parsed = clientPorts[client].parseEvent(quiet.value);
    expect(parsed).toMatchObject({
      client,
      name: event,
      kind: kinds[event] ?? "other",
      cwd: "/workspace",
    });
    expect(parsed.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(parsed.agentId !== undefined).toBe(rest.includes("sub"));
    if (parsed.kind === "pre-tool-use" || parsed.kind === "post-tool-use") {
      expect(parsed.tool?.name).toBe(tool);
    }
    if (parsed.kind === "stop") expect(parsed.stopHookActive).toBe(rest.includes("active"));
  });

  test.each(samples)("$file tells its client without --client", ({ file, client }) => {
    const payload = JSON.parse(read(file).toString("utf8")) as Record<string, unknown>;
    expect(detectClient(payload, {})).toBe(client);
  });

  test.each([
    ["claude-PostToolUse-Edit.json", ["/workspace/a.txt"]],
    ["claude-PostToolUse-Write.json", ["/workspace/new.txt"]],
    ["codex-PostToolUse-apply_patch.json", ["new.txt"]],
    ["codex-PreToolUse-apply_patch-codemode.json", ["n1.txt"]],
    ["claude-PostToolUse-Read.json", []],
    ["claude-PostToolUse-Bash.json", []],
    ["codex-PostToolUse-Bash.json", []],
  ])("%s names the files that it edits", (file, paths) => {
    const quiet = parseQuietEvent(read(file), { folderFault: () => undefined });
    if (!quiet.ok) throw new Error(quiet.problem.code);
    const parsed = clientPorts.claude.parseEvent(quiet.value);
    expect("tool" in parsed && parsed.tool?.editedPaths).toEqual(paths);
  });
});
