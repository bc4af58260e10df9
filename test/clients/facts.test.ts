import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";

import { limits } from "../../src/base/limits.ts";
import type { ClientName } from "../../src/clients/client-name.ts";
import { clientPorts } from "../../src/clients/client-ports.ts";
import { makeClientHome } from "./support/client-home.ts";
import { registerStandIn } from "./support/register.ts";
import { runClient } from "./support/run-client.ts";
import type { Scenario } from "./support/scenario.ts";

/** What the ports say of the clients, held against the clients. A trivial hook stands in valehook's place. */
describe.each(["claude", "codex"] as const)("%s", (client) => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  /** Runs the client with a hook of which `answer` is the body: it has `event`, and returns what to write. */
  async function runWith(answer: string, scenario: Scenario) {
    const place = makeClientHome();
    const folder = mkdtempSync(join(tmpdir(), "valehook-trivial-"));
    folders.push(folder);
    const log = join(folder, "events");
    writeFileSync(log, "");
    const program = join(folder, "valehook.cjs");
    writeFileSync(
      program,
      `const fs = require("node:fs");
       const event = JSON.parse(fs.readFileSync(0, "utf8"));
       const answer = (event) => { ${answer} };
       const stdin = fs.fstatSync(0).isSocket() ? "socket" : "pipe";
       fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({ ...event, stdin, env: Object.keys(process.env) }) + "\\n");
       fs.writeSync(1, answer(event) ?? "");`,
    );
    try {
      await registerStandIn(client, place, program);
      const ran = await runClient(client, place, scenario);
      const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
      return { ...ran, events: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
    } finally {
      place.remove();
    }
  }

  const oneCall: Scenario = { main: [{ call: [{ tool: "shell", command: "echo own output" }] }] };

  test("context of the whole allowance arrives uncut, beside the tool's own output", async () => {
    const { requests } = await runWith(
      `if (event.hook_event_name !== "PostToolUse") return;
       const additionalContext = "begin " + "é".repeat(${limits.answerBytes / 2 - 6}) + " end";
       return JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } });`,
      oneCall,
    );
    const texts = requests[1]?.texts.join("\n") ?? "";
    expect(texts).toMatch(/begin é+ end/);
    expect(/begin (é+) end/.exec(texts)?.[1]).toHaveLength(limits.answerBytes / 2 - 6);
    expect(requests[1]?.toolOutputs.join("\n")).toContain("own output");
    expect(limits.answerBytes).toBeLessThan(clientPorts[client].contextBytes);
  });

  test("the events that are registered come, as the ports name them", async () => {
    const { events } = await runWith("", {
      main: [
        { call: [{ tool: "shell", command: "exit 3" }] },
        { call: [{ tool: "shell", command: "true" }] },
      ],
    });
    const names = events.map((event) => event["hook_event_name"]);
    expect(names).toEqual([
      "PreToolUse",
      clientPorts[client].failedToolEvent ?? "PostToolUse",
      "PreToolUse",
      "PostToolUse",
      "Stop",
    ]);
  });

  test("a hook has the environment and the standard input that were measured", async () => {
    const { events } = await runWith("", oneCall);
    expect(events[0]?.["stdin"]).toBe(standardInput[client]);
    expect(events[0]?.["env"]).toEqual(
      expect.arrayContaining([...clientPorts[client].eventEnvVars]),
    );
  });

  test("a refused tool does not run, and the model reads why", async () => {
    const port = clientPorts[client];
    const base = { client, sessionId: "", cwd: "", agentId: undefined, tool: undefined };
    const denial = port.encode<"pre-tool-use">(
      { ...base, kind: "pre-tool-use", name: "PreToolUse" },
      { kind: "deny", reason: "because of this" },
    );
    const { requests } = await runWith(
      `return event.hook_event_name === "PreToolUse" ? ${JSON.stringify(denial)} : "";`,
      oneCall,
    );
    expect(requests[1]?.toolOutputs.join("\n")).toContain("because of this");
    expect(requests[1]?.toolOutputs.join("\n")).not.toContain("own output\n");
  });
});

const standardInput: Readonly<Record<ClientName, string>> = { claude: "socket", codex: "pipe" };
