import { describe, expect, test } from "vitest";

import { checkNode } from "../../../../src/cli/doctor/check-node.ts";
import { judgeClientVersion } from "../../../../src/cli/doctor/check-clients.ts";
import { judgeCodexTrust } from "../../../../src/cli/doctor/check-codex-trust.ts";
import { judgeValeVersion } from "../../../../src/cli/doctor/check-vale.ts";
import { healthOf, ok, warn, fail } from "../../../../src/cli/doctor/diagnosis.ts";
import { doctorJson, doctorLines } from "../../../../src/cli/doctor/doctor-output.ts";
import { claude } from "../../../../src/clients/claude.ts";
import type { CodexHook } from "../../../../src/clients/codex-trust.ts";

test.each([
  ["20.18.3", "fail"],
  ["20.19.0", "ok"],
  ["21.7.0", "fail"],
  ["22.11.0", "fail"],
  ["22.12.0", "ok"],
  ["24.1.0", "ok"],
])("Node %s is %s", (version, status) => {
  expect(checkNode(version)).toMatchObject([{ status }]);
});

test.each([
  ["3.15.0", "ok"],
  ["3.22.1", "ok"],
  ["3.14.2", "fail"],
  ["2.30.0", "fail"],
  ["3.23.0", "warn"],
  ["4.0.0", "warn"],
  [undefined, "warn"],
])("Vale %s is %s", (version, status) => {
  expect(judgeValeVersion("/usr/bin/vale", version)).toMatchObject({ status });
});

test.each([
  [`${claude.measuredOn} (Claude Code)`, "ok"],
  ["3.0.0 (Claude Code)", "ok"],
  ["1.9.999 (Claude Code)", "warn"],
  ["dev", "ok"],
])("a client that calls itself %s is %s", (told, status) => {
  expect(judgeClientVersion(claude, "/usr/bin/claude", told)).toMatchObject({ status });
});

function hook(more: Partial<CodexHook> = {}): CodexHook {
  return {
    event: "Stop",
    source: "user",
    sourcePath: "/home/user/.codex/hooks.json",
    enabled: true,
    trusted: true,
    key: "k",
    hash: "h",
    contentHash: "c",
    ...more,
  };
}

describe("Codex's trust", () => {
  test.each([
    ["all trusted", [hook()], false, ["ok"]],
    [
      "one is not trusted",
      [hook(), hook({ event: "PreToolUse", trusted: false })],
      false,
      ["fail"],
    ],
    ["one is turned off", [hook({ enabled: false })], false, ["fail"]],
    ["the project's hooks are not even listed", [hook()], true, ["fail"]],
    ["no hooks", [], false, []],
  ])("%s", (_, hooks, inProject, states) => {
    expect(judgeCodexTrust(hooks, inProject).map(({ status }) => status)).toEqual(states);
  });

  test("names the events that Codex skips", () => {
    const [judged] = judgeCodexTrust([hook({ event: "PreToolUse", trusted: false })], false);
    expect(judged?.detail).toContain("PreToolUse");
    expect(judged?.mend).toContain("/hooks");
  });

  test("names the file whose hooks Codex skips, not the one that is trusted", () => {
    const project = { source: "project", trusted: false };
    const told = judgeCodexTrust(
      [
        hook(),
        hook({ ...project, sourcePath: "/w/.codex/hooks.json" }),
        hook({ ...project, sourcePath: "/w/.codex/hooks.json", event: "PreToolUse" }),
        hook({ ...project, sourcePath: "/w/.codex/config.toml" }),
      ],
      true,
    );
    expect(told.map(({ detail }) => detail)).toEqual([
      "Codex skips the hooks for Stop and PreToolUse in /w/.codex/hooks.json: they are not trusted.",
      "Codex skips the hooks for Stop in /w/.codex/config.toml: they are not trusted.",
    ]);
  });
});

describe("what doctor says", () => {
  const head = {
    version: "0.1.0",
    root: "/work/book",
    system: { platform: "linux", release: "6.1.0-18-amd64", arch: "x64", node: "20.20.2" },
    program: "/usr/lib/node_modules/valehook/dist/valehook.cjs",
  } as const;
  const all = [
    ok("Node", "20.19.0"),
    warn("Vale", "It is new.", "Wait."),
    fail("Hooks", "Gone\nwrong.", "Mend it."),
  ];

  test("one line a check, what to do below it, and a summary", () => {
    expect(doctorLines(head, all, false).join("\n")).toMatchInlineSnapshot(`
      "valehook 0.1.0 in /work/book
      linux 6.1.0-18-amd64 x64, Node 20.20.2, /usr/lib/node_modules/valehook/dist/valehook.cjs

      ok    Node   20.19.0
      warn  Vale   It is new.
                   → Wait.
      fail  Hooks  Gone wrong.
                   → Mend it.

      1 fault to mend, 1 warning."
    `);
    expect(doctorLines(head, [ok("Node", "20.19.0")], false).at(-1)).toBe("All is well.");
  });

  test("JSON has the worst as its status", () => {
    expect(doctorJson(head, all)).toMatchObject({
      schema: 1,
      status: "fail",
      ...head,
      checks: all,
    });
    expect(healthOf(all.slice(0, 2))).toBe("warn");
    expect(healthOf(all.slice(0, 1))).toBe("ok");
  });
});
