import { expect, test } from "vitest";

import { isSafeToRun } from "../../../../src/cli/doctor/safe-to-run.ts";
import type { Registration } from "../../../../src/cli/doctor/registrations.ts";
import { clientPorts } from "../../../../src/clients/client-ports.ts";
import type { HookProgram, Scope } from "../../../../src/clients/hook-command.ts";
import { success } from "../../../../src/base/result.ts";

const installed = { node: "/usr/bin/node", program: "/opt/valehook/dist/valehook.cjs" };
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
  return { client: port, scope, file: "/s", format: "json", hooks, turnsHooksOff: false };
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
    expect(isSafeToRun(none, registration(client, "project", { kind: "on-path" }), installed)).toBe(
      true,
    );
    expect(isSafeToRun(none, registration(client, "project", dependency), installed)).toBe(true);
    expect(isSafeToRun(none, registration(client, "project", own), installed)).toBe(false);
    expect(isSafeToRun(none, registration(client, "local", own), installed)).toBe(false);
    const ours = registration(client, "local", { kind: "installed", ...installed });
    expect(isSafeToRun(none, ours, installed)).toBe(true);
    expect(isSafeToRun(none, registration(client, "user", own), installed)).toBe(true);
  },
);

test("a dependency that the repository brings along is not run", () => {
  const committed = listing("node_modules/valehook/dist/valehook.cjs");
  expect(isSafeToRun(committed, registration("claude", "project", dependency), installed)).toBe(
    false,
  );
});
