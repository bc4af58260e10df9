import { describe, expect, test } from "vitest";

import { claudePlugin, codexPlugin } from "../../../src/clients/enabled-plugin.ts";

const installed = JSON.stringify({
  version: 2,
  plugins: { "other@shop": [{}], "valehook@valehook": [{ scope: "user" }] },
});
const says = (enabledPlugins: Record<string, unknown>): string =>
  JSON.stringify({ enabledPlugins });

describe("Claude Code's plugin", () => {
  test.each([
    ["enabled and installed", [says({ "valehook@valehook": true })], "valehook@valehook"],
    ["nobody enables it", ["{}", ""], undefined],
    [
      "the project turns it off",
      [says({ "valehook@valehook": true }), says({ "valehook@valehook": false })],
      undefined,
    ],
    [
      "the project turns it on",
      [says({ "valehook@valehook": false }), says({ "valehook@valehook": true })],
      "valehook@valehook",
    ],
    ["another plugin", [says({ "other@shop": true })], undefined],
    ["settings of another shape", ['{"enabledPlugins": "all"}'], undefined],
  ] as const)("%s", (_, settings, expected) => {
    expect(claudePlugin(settings, installed)).toEqual({ ok: true, value: expected });
  });

  test("is not there when it is enabled and was never installed", () => {
    expect(claudePlugin([says({ "valehook@valehook": true })], "")).toEqual({
      ok: true,
      value: undefined,
    });
  });

  test("can't be told from a text that is cut short", () => {
    expect(claudePlugin([], '{"plugins":')).toMatchObject({ ok: false });
    expect(claudePlugin(["{"], installed)).toMatchObject({ ok: false });
  });
});

describe("Codex's plugin", () => {
  test.each([
    ["enabled", '[plugins."valehook@valehook"]\nenabled = true\n', "valehook@valehook"],
    ["from another marketplace", '[plugins."valehook@mine"]\nenabled = true\n', "valehook@mine"],
    ["turned off", '[plugins."valehook@valehook"]\nenabled = false\n', undefined],
    ["another", '[plugins."other@shop"]\nenabled = true\n', undefined],
    ["none", 'model = "x"\n', undefined],
  ])("%s", (_, config, expected) => {
    expect(codexPlugin(config)).toEqual({ ok: true, value: expected });
  });

  test("can't be told from a text that is not TOML", () => {
    expect(codexPlugin("[plugins\n")).toEqual({ ok: false, problem: "line 1: not TOML" });
  });
});
