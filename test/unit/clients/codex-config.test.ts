import { expect, test } from "vitest";

import { ourEventsInCodexConfig } from "../../../src/clients/codex-config.ts";

test("our hooks in config.toml are found by event, whatever stands beside them", () => {
  const text = `
model = "m"
[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = "say done"
[[hooks.Stop.hooks]]
type = "command"
command = "/n/node '/v v/valehook.cjs' hook --client codex --event Stop"
[[hooks.PreToolUse]]
matcher = "Bash"
hooks = [{ type = "command", command = "look" }]
[hooks.state."x:stop:0:0"]
trusted_hash = "sha256:1"
`;
  expect(ourEventsInCodexConfig(text)).toEqual({ ok: true, value: ["Stop"] });
});

test("a configuration without hooks has none of ours", () => {
  expect(ourEventsInCodexConfig("")).toEqual({ ok: true, value: [] });
  expect(ourEventsInCodexConfig('[hooks.state."x"]\nenabled = true')).toEqual({
    ok: true,
    value: [],
  });
});

test("text that is not TOML is named by its line", () => {
  expect(ourEventsInCodexConfig('a = 1\nb = "')).toEqual({
    ok: false,
    problem: "line 2: not TOML",
  });
});

test("hooks of another shape are no reason to go on", () => {
  expect(ourEventsInCodexConfig("[hooks]\nStop = 1")).toEqual({
    ok: false,
    problem: "hooks.Stop is not a list",
  });
});
