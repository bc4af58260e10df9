import { expect, test } from "vitest";

import { isSafeToRun } from "../../../../src/cli/doctor/safe-to-run.ts";
import type { Registration } from "../../../../src/cli/doctor/registrations.ts";
import { clientPorts } from "../../../../src/clients/client-ports.ts";
import type { HookProgram, Scope } from "../../../../src/clients/hook-command.ts";
import { success } from "../../../../src/base/result.ts";

const dependency = { kind: "dependency", root: "git" } as const;

function registration(
  client: "claude" | "codex",
  scope: Scope,
  program: HookProgram,
): Registration {
  const port = clientPorts[client];
  const command = { program, platform: process.platform };
  const hooks = port.registeredEvents.flatMap((event) => {
    const [handler] = port.registration(event, undefined, command).hooks;
    return handler === undefined ? [] : [{ event, handler }];
  });
  return { client: port, scope, file: "/s", hooks, turnsHooksOff: false, enablesPlugin: false };
}

function listing(...paths: readonly string[]) {
  return {
    listing: success({
      bytes: Buffer.from(paths.map((path) => `${path}\0`).join("")),
      unreadable: [],
    }),
  };
}

test.each(["claude", "codex"] as const)(
  "of a project only what install writes is run: %s",
  (client) => {
    const none = listing("a.md");
    const own = { kind: "installed", node: "/evil/node", program: "/evil/valehook.cjs" } as const;
    expect(isSafeToRun(none, registration(client, "project", { kind: "on-path" }))).toBe(true);
    expect(isSafeToRun(none, registration(client, "project", dependency))).toBe(true);
    expect(isSafeToRun(none, registration(client, "project", own))).toBe(false);
    expect(isSafeToRun(none, registration(client, "local", own))).toBe(false);
    expect(isSafeToRun(none, registration(client, "user", own))).toBe(true);
  },
);

test("a dependency that the repository brings along is not run", () => {
  const committed = listing("node_modules/valehook/dist/valehook.cjs");
  expect(isSafeToRun(committed, registration("claude", "project", dependency))).toBe(false);
});
