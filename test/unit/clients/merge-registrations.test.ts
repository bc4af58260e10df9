import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  option,
  property,
  record,
  string,
  tuple,
} from "fast-check";
import { describe, expect, test } from "vitest";

import { clientPorts } from "../../../src/clients/client-ports.ts";
import { isOurHandler } from "../../../src/clients/registration.ts";
import {
  mergeRegistrations,
  registrationsFor,
  removeRegistrations,
} from "../../../src/clients/registration-edit.ts";

const ours = registrationsFor(clientPorts.claude, {
  program: { kind: "installed", node: "/n/node", program: "/v/valehook.cjs" },
  platform: "linux",
});
const events = [...ours.keys(), "SubagentStop", "__proto__"];

const handler = oneof(
  record({ type: constant("command"), command: string(), timeout: nat() }),
  jsonValue(),
);
const group = record(
  { matcher: string(), hooks: array(handler, { maxLength: 3 }), extra: jsonValue() },
  { requiredKeys: ["hooks"] },
);
const hooks = dictionary(constantFrom(...events), array(group, { minLength: 1, maxLength: 3 }), {
  minKeys: 1,
});

/** Any settings of a client; an empty list of an event means nothing and isn't told from none. */
const settings = tuple(dictionary(string(), jsonValue()), option(hooks, { nil: undefined })).map(
  ([rest, own]) => {
    const { hooks: _, ...others } = rest;
    return own === undefined ? others : Object.assign(others, { hooks: own });
  },
);

function merged(value: unknown): unknown {
  const result = mergeRegistrations(value, ours);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

function removed(value: unknown): unknown {
  const result = removeRegistrations(value);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

/** As text, so that the order of keys counts. */
const asText = (value: unknown): string => JSON.stringify(value);

describe("registrations", () => {
  test("merged twice and removed leave any settings as they were", () => {
    assert(
      property(settings, (original) => {
        const before = asText(original);
        const once = merged(original);
        const twice = merged(once);
        expect(asText(twice)).toBe(asText(once));
        expect(asText(removed(twice))).toBe(before);
        expect(asText(original)).toBe(before);
      }),
    );
  });

  test("are there once each, beside everything that was there, in its order", () => {
    assert(
      property(settings, (original) => {
        const after = merged(original) as { hooks: Record<string, { hooks: unknown[] }[]> };
        for (const event of ours.keys()) {
          const handlers = after.hooks[event]?.flatMap((entry) => entry.hooks) ?? [];
          expect(handlers.filter(isOurHandler)).toHaveLength(1);
        }
      }),
    );
  });

  test("of an older version are replaced where they stand", () => {
    const theirs = { type: "command", command: "say done" };
    const old = {
      type: "command",
      command: "node /old/valehook.cjs hook --client claude --event Stop",
    };
    const before = { hooks: { Stop: [{ hooks: [theirs, old, { ...theirs, timeout: 1 }] }] } };
    expect(merged(before)).toMatchObject({
      hooks: { Stop: [{ hooks: [theirs, ours.get("Stop")?.hooks[0], { ...theirs, timeout: 1 }] }] },
    });
  });

  test("that are there twice, behind a matcher or on an event we no longer use, end as one", () => {
    const old = { type: "command", command: "valehook hook --client claude --event Stop" };
    const before = {
      hooks: {
        SubagentStop: [{ hooks: [old] }],
        PostToolUse: [{ matcher: "Write", hooks: [old] }, { hooks: [old, old] }, { hooks: [old] }],
        Stop: [{ matcher: "x", hooks: [old] }],
      },
    };
    const lists = [...ours].map(([event, own]) => [event, [own]]);
    expect(merged(before)).toEqual({ hooks: Object.fromEntries(lists) });
  });

  test("are removed with what held only them, and nothing else", () => {
    const theirs = { hooks: [{ type: "command", command: "say done" }] };
    const before = { model: "m", hooks: { Stop: [theirs, { hooks: [] }], Notification: [theirs] } };
    expect(removed(merged(before))).toEqual(before);
    expect(removed(merged({}))).toEqual({});
    expect(removed(before)).toBe(before);
  });

  test.each([
    [[], "it is not an object"],
    [{ hooks: [] }, "hooks is not an object"],
    [{ hooks: "x" }, "hooks is not an object"],
    [{ hooks: { Stop: {} } }, "hooks.Stop is not a list"],
    [{ hooks: { Stop: ["x"] } }, "hooks.Stop[0] is not an object"],
    [{ hooks: { Stop: [{ matcher: "x" }] } }, "hooks.Stop[0].hooks is not a list"],
  ])("are refused by settings of another shape: %j", (value, detail) => {
    expect(mergeRegistrations(value, ours)).toEqual({ ok: false, problem: detail });
    expect(removeRegistrations(value)).toEqual({ ok: false, problem: detail });
  });
});
