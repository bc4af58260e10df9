import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";

import { makeClientHome } from "./support/client-home.ts";
import type { ClientHome } from "./support/client-home.ts";
import { register } from "./support/register.ts";
import type { Way } from "./support/register.ts";
import { runClient } from "./support/run-client.ts";
import type { ModelRequest, ToolCall } from "./support/scenario.ts";

const homes: ClientHome[] = [];
afterEach(() => homes.splice(0).forEach((home) => home.remove()));

const cases = (["claude", "codex"] as const).flatMap((client) =>
  (["user", "project", "plugin"] as const).map((way: Way) => ({ client, way })),
);

const shell = (command: string): ToolCall => ({ tool: "shell", command });
const EDIT = String.raw`echo edited; printf '\nThis foobad is new.\n' >> docs/a.md`;
const FINDING = "docs/a.md:5:6 warning T.Foo: Avoid 'foobad'.";

describe.each(cases)("$client, registered by $way", ({ client, way }) => {
  async function run(...calls: ToolCall[]) {
    const place = makeClientHome();
    homes.push(place);
    await register(client, way, place);
    const main = [
      ...calls.map((call) => ({ call: [call] })),
      { say: "first end" },
      { say: "second end" },
    ];
    const sub = [{ call: [shell(EDIT)] }, { say: "subagent's end" }];
    const ran = await runClient(client, place, { main, sub });
    expect(ran.exitCode, ran.output).toBe(0);
    return { ...ran, place };
  }

  test("a shell edit's finding reaches the model's next request, beside the tool's own output", async () => {
    const { requests } = await run(shell(EDIT));
    const next = requests[1];
    expect(said(next)).toContain(FINDING);
    expect(next?.toolOutputs.join("\n")).toContain("edited");
    expect(said(next)).not.toContain("older foobad");
  });

  test("a stop is blocked once, and the retry ends the turn", async () => {
    const { requests, output } = await run(shell(EDIT));
    expect(requests).toHaveLength(3);
    expect(said(requests[2])).toMatch(/1 new Vale finding remains/);
    expect(output).toContain("second end");
  });

  test("a failed command's edit is caught", async () => {
    const { requests } = await run(shell(`${EDIT}; exit 3`));
    expect(said(requests[1])).toContain(FINDING);
    expect(requests[1]?.toolOutputs.join("\n")).toContain("edited");
  });

  test("an edit tool's finding reaches the model", async () => {
    const { requests, place } = await run({
      tool: "write",
      path: "docs/b.md",
      text: "A foobad.\n",
    });
    expect(readFileSync(join(place.workspace, "docs/b.md"), "utf8")).toBe("A foobad.\n");
    expect(said(requests[1])).toContain("docs/b.md:1:3 warning T.Foo");
  });

  test("a subagent's edit is caught", async () => {
    const { requests } = await run({ tool: "subagent" }, { tool: "wait for subagent" });
    expect(requests.some(({ agent }) => agent === "sub")).toBe(true);
    expect(requests.some((request) => said(request).includes(FINDING))).toBe(true);
  });

  test("a clean turn sends nothing", async () => {
    const { requests } = await run(
      shell("echo looked; cat docs/a.md > /dev/null; touch docs/a.md"),
    );
    expect(requests).toHaveLength(2);
    const added = requests[1]?.texts.slice(requests[0]?.texts.length) ?? [];
    expect(added.join("\n")).toContain("looked");
    expect(added.join("\n")).not.toMatch(/foobad|finding|vale|hook/i);
  });

  test("12,000 bytes of findings arrive as one answer, uncut, in whole lines that add up", async () => {
    const lines = 300;
    const { requests } = await run(
      shell(
        `for i in $(seq ${lines}); do printf 'Line %s has a foobad in it.\n\n' $i; done > docs/many.md`,
      ),
    );
    const answers = requests[1]?.texts.filter((text) => text.includes("docs/many.md:")) ?? [];
    const whole = answers.join("\n");
    const shown = whole.match(/^docs\/many\.md:\d+:\d+ warning T\.Foo: Avoid 'foobad'\.$/gm) ?? [];
    const [, told, omitted, total] = /Shown (\d+), omitted (\d+) of (\d+)\./.exec(whole) ?? [];
    expect(answers).toHaveLength(1);
    expect(Number(told)).toBe(shown.length);
    expect(Number(told) + Number(omitted)).toBe(lines);
    expect(Number(total)).toBe(lines);
    expect(whole.match(/^docs\/many\.md/gm)).toHaveLength(shown.length);
    expect(shown.length).toBeGreaterThan(100);
  });
});

test.each(["claude", "codex"] as const)(
  "%s, registered by user and by project: each finding is told once, and a stop is blocked once",
  async (client) => {
    const place = makeClientHome();
    homes.push(place);
    await register(client, "user", place);
    await register(client, "project", place);
    const main = [{ call: [shell(EDIT)] }, { say: "first end" }, { say: "second end" }];
    const { requests, output } = await runClient(client, place, { main });
    expect(said(requests[1]).split(FINDING)).toHaveLength(2);
    expect(requests).toHaveLength(3);
    expect(output).toContain("second end");
  },
);

function said(request: ModelRequest | undefined): string {
  return request?.texts.join("\n") ?? "";
}
