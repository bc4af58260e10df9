import { describe, expect, test } from "vitest";

import { allow, block, context, deny, notice, silence } from "../../../src/clients/answers.ts";
import type { EventOf } from "../../../src/clients/answers.ts";
import { clientPorts } from "../../../src/clients/client-ports.ts";

const base = { sessionId: "s", cwd: "/w", agentId: undefined } as const;

describe.each([clientPorts.claude, clientPorts.codex])("$title", (port) => {
  const pre = {
    ...base,
    client: port.name,
    kind: "pre-tool-use",
    name: "PreToolUse",
    tool: undefined,
  } as const;
  const post = {
    ...base,
    client: port.name,
    kind: "post-tool-use",
    name: "PostToolUse",
    tool: undefined,
  } as const;
  const stop: EventOf<"stop"> = {
    ...base,
    client: port.name,
    kind: "stop",
    name: "Stop",
    stopHookActive: false,
  };

  test("writes nothing at all where there is nothing to say", () => {
    expect(port.encode<"pre-tool-use">(pre, allow)).toBe("");
    expect(port.encode<"post-tool-use">(post, silence)).toBe("");
    expect(port.encode<"stop">(stop, silence)).toBe("");
  });

  test("writes context with the event's own name and no other field", () => {
    const name = port.failedToolEvent ?? "PostToolUse";
    expect(JSON.parse(port.encode<"post-tool-use">({ ...post, name }, context('a\n"b"')))).toEqual({
      hookSpecificOutput: { hookEventName: name, additionalContext: 'a\n"b"' },
    });
  });

  test("blocks a stop with decision and reason only", () => {
    expect(JSON.parse(port.encode<"stop">(stop, block("r")))).toEqual({
      decision: "block",
      reason: "r",
    });
  });

  test("shows the person a notice only", () => {
    expect(JSON.parse(port.encode<"stop">(stop, notice("n")))).toEqual({ systemMessage: "n" });
  });

  test("refuses a tool with its reason", () => {
    expect(JSON.parse(port.encode<"pre-tool-use">(pre, deny("no")))).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "no",
      },
    });
  });
});
