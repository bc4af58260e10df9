import { describe, expect, test } from "vitest";

import { parseQuietEvent } from "../../../src/clients/quiet-event.ts";

const event = { session_id: "s1", cwd: "/work", hook_event_name: "Stop" };

function parse(input: unknown, options: { eventName?: string; fault?: string } = {}) {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return parseQuietEvent(Buffer.from(text, "utf8"), {
    eventName: options.eventName,
    folderFault: () => options.fault,
  });
}

describe("an event that can be used", () => {
  test("keeps what it is, where, and whose", () => {
    expect(parse(event)).toEqual({
      ok: true,
      value: {
        kind: "stop",
        name: "Stop",
        sessionId: "s1",
        cwd: "/work",
        payload: event,
      },
    });
  });

  test("may begin with a byte order mark", () => {
    expect(parse(`\uFEFF${JSON.stringify(event)}`).ok).toBe(true);
  });

  test("may have fields and a name that are not known", () => {
    const parsed = parse({ ...event, hook_event_name: "Dreaming", dream: { deep: true } });
    expect(parsed).toMatchObject({ ok: true, value: { kind: "other", name: "Dreaming" } });
  });

  test("takes its name from --event only where the payload has none", () => {
    const { hook_event_name: _, ...nameless } = event;
    const options = { eventName: "PreToolUse" };
    expect(parse(nameless, options)).toMatchObject({ value: { kind: "pre-tool-use" } });
    expect(parse(event, options)).toMatchObject({ value: { kind: "stop" } });
    expect(parse(nameless)).toMatchObject({ ok: true, value: { kind: "other", name: "" } });
  });
});

describe("an event that can't be used", () => {
  test.each([
    ["nothing", "", { code: "input-empty" }],
    ["blanks", " \n\t", { code: "input-empty" }],
    ["a byte order mark alone", "\uFEFF", { code: "input-empty" }],
    [
      "an object cut off",
      '{"session_id":"s',
      { code: "input-not-json", detail: "it ends too early" },
    ],
    ["an open brace", "{", { code: "input-not-json" }],
    ["two objects", "{}{}", { code: "input-not-json", detail: "unexpected character 2" }],
    ["a list", "[]", { code: "input-not-object" }],
    ["null", "null", { code: "input-not-object" }],
    ["a string", '"x"', { code: "input-not-object" }],
  ])("%s", (_name, input, problem) => {
    expect(parse(input)).toMatchObject({ ok: false, problem });
  });

  test.each([
    ["no session", { session_id: undefined }, "session_id", "is missing"],
    ["a number as session", { session_id: 7 }, "session_id", "is not a string"],
    ["null as session", { session_id: null }, "session_id", "is not a string"],
    ["an empty session", { session_id: "" }, "session_id", "is empty"],
    ["no cwd", { cwd: undefined }, "cwd", "is missing"],
    ["a list as cwd", { cwd: ["/work"] }, "cwd", "is not a string"],
    ["a relative cwd", { cwd: "work" }, "cwd", "is not an absolute path"],
    ["an empty cwd", { cwd: "" }, "cwd", "is not an absolute path"],
    ["a NUL byte in cwd", { cwd: "/a\0b" }, "cwd", "has a NUL byte"],
  ])("%s", (_name, change, field, detail) => {
    const problem = { code: "input-field", field, detail };
    expect(parse({ ...event, ...change })).toEqual({ ok: false, problem });
  });

  test("a cwd that is no folder", () => {
    expect(parse(event, { fault: "does not exist" })).toEqual({
      ok: false,
      problem: { code: "input-field", field: "cwd", detail: "does not exist" },
    });
  });

  test("is told without a word of its text", () => {
    const parsed = parse('{"session_id": SECRET}');
    expect(JSON.stringify(parsed)).not.toContain("SECRET");
  });
});
