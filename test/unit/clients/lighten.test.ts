import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lighten } from "../../../src/clients/lighten.ts";

const LARGE = 40;

/** A value with its large strings gone: the plain way to say what is wanted. */
function withoutLargeStrings(value: unknown): unknown {
  if (typeof value === "string") return bytesOf(value) > LARGE ? null : value;
  if (Array.isArray(value)) return value.map(withoutLargeStrings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutLargeStrings(inner)]),
  );
}

function expected(event: Record<string, unknown>): unknown {
  const entries = Object.entries(event).map(([key, value]) => {
    const light = withoutLargeStrings(value);
    const isLarge = typeof light === "object" && bytesOf(light) > LARGE;
    return [key, isLarge ? null : light];
  });
  return Object.fromEntries(entries);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const event = fc.dictionary(
  fc.string({ maxLength: 12 }).filter((name) => name !== "__proto__"),
  fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes("__proto__")),
);

describe("an event without what is large in it", () => {
  test("has every other value as it was", () => {
    fc.assert(
      fc.property(event, (value) => {
        const text = JSON.stringify(value);
        fc.pre(Object.keys(value).every((name) => bytesOf(name) <= LARGE));
        const light = lighten(Buffer.from(text), LARGE).toString();
        const same = Buffer.byteLength(text) <= LARGE;
        expect(JSON.parse(light)).toEqual(same ? JSON.parse(text) : expected(JSON.parse(text)));
      }),
      { numRuns: 5_000 },
    );
  });

  test("keeps what a tool edits, and nothing of what it printed", () => {
    const printed = { stdout: "x".repeat(100), lines: Array.from({ length: 30 }, () => "line") };
    const input = { file_path: "/w/a.md", content: "y".repeat(100) };
    const text = JSON.stringify({ cwd: "/w", tool_input: input, tool_response: printed });
    expect(JSON.parse(lighten(Buffer.from(text), LARGE).toString())).toEqual({
      cwd: "/w",
      tool_input: { file_path: "/w/a.md", content: null },
      tool_response: null,
    });
  });

  test("that ends too early is still no JSON", () => {
    const text = JSON.stringify({ cwd: "/w", tool_response: "x".repeat(100) });
    for (let length = LARGE + 1; length < text.length; length += 1) {
      const light = lighten(Buffer.from(text.slice(0, length)), LARGE).toString();
      expect(() => JSON.parse(light), light).toThrow(SyntaxError);
    }
  });

  test("any bytes at all give bytes that are no longer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: LARGE, maxLength: 400 }), (bytes) => {
        expect(lighten(Buffer.from(bytes), LARGE).length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
