import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { clientPorts } from "../../../src/clients/client-ports.ts";
import { hookArguments } from "../../../src/clients/hook-command.ts";
import { isOurHandler } from "../../../src/clients/registration.ts";

const root = new URL("../../../", import.meta.url);

function read(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(path, root), "utf8")) as Record<string, unknown>;
}

interface Hooks {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly object[] }[]>>;
}

describe.each([
  { client: "claude", hooks: "hooks/hooks.json", manifest: ".claude-plugin/plugin.json" },
  { client: "codex", hooks: "hooks/codex.json", manifest: ".codex-plugin/plugin.json" },
] as const)("the plugin for $client", ({ client, hooks, manifest }) => {
  const registered = (read(`plugin/valehook/${hooks}`) as unknown as Hooks).hooks;

  test("registers every event of the client once, for every tool, for 60 seconds", () => {
    expect(Object.keys(registered)).toEqual(clientPorts[client].registeredEvents);
    for (const [event, groups] of Object.entries(registered)) {
      const [group] = groups;
      expect(groups).toHaveLength(1);
      expect(Object.keys(group ?? {})).toEqual(["hooks"]);
      expect(group?.hooks).toHaveLength(1);
      expect(group?.hooks[0]).toMatchObject({ type: "command", timeout: 60 });
      expect(JSON.stringify(group?.hooks[0]).replaceAll('","', " ")).toContain(
        hookArguments(client, event).join(" "),
      );
    }
  });

  test("is told apart from a person's own hooks", () => {
    const handlers = Object.values(registered).flatMap((groups) =>
      groups.flatMap((group) => group.hooks),
    );
    expect(handlers.map(isOurHandler)).toEqual(handlers.map(() => true));
  });

  test("has the package's version, and a place in the marketplace", () => {
    const { version, license } = read("package.json");
    expect(read(`plugin/valehook/${manifest}`)).toMatchObject({
      name: "valehook",
      version,
      license,
    });
    const marketplace = client === "claude" ? ".claude-plugin" : ".agents/plugins";
    expect(JSON.stringify(read(`plugin/${marketplace}/marketplace.json`))).toContain(
      '"./valehook"',
    );
  });
});
