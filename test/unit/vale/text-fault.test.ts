import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hasByteOrderMark, textFault } from "../../../src/vale/text-fault.ts";

test("any text is fine as UTF-8, the replacement character included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(textFault(Buffer.from(text.replaceAll("\0", ""), "utf8"))).toBeUndefined();
    }),
  );
  expect(textFault(Buffer.from("a\uFFFDb"))).toBeUndefined();
  expect(textFault(Buffer.alloc(0))).toBeUndefined();
});

test("the offset is that of the first byte that isn't UTF-8", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom([0xff], [0xc3, 0x28], [0xe2, 0x82, 0x28], [0xed, 0xa0, 0x80], [0x80]),
      fc.string(),
      (before, broken, after) => {
        const start = Buffer.from(`\uFFFD${before.replaceAll("\0", "")}`, "utf8");
        const bytes = Buffer.concat([
          start,
          Buffer.from(broken),
          Buffer.from(after.replaceAll("\0", ""), "utf8"),
        ]);
        expect(textFault(bytes)).toEqual({ code: "not-utf8", offset: start.length });
      },
    ),
  );
});

test.each([
  ["UTF-16 LE", Buffer.from("\uFEFFfoobad", "utf16le"), "binary"],
  ["UTF-16 BE", Buffer.from("\uFEFFfoobad", "utf16le").swap16(), "binary"],
  ["UTF-16 without a mark", Buffer.from("foobad", "utf16le"), "binary"],
  ["a NUL byte in the first 8 KiB", Buffer.from(`${"a".repeat(8191)}\0`), "binary"],
  ["Latin-1", Buffer.from("caf\xe9 x", "latin1"), "not-utf8"],
])("%s is told as %s", (_, bytes, code) => {
  expect(textFault(bytes)?.code).toBe(code);
});

test("a NUL byte far behind is text to Vale", () => {
  expect(textFault(Buffer.from(`${"a".repeat(8192)}\0`))).toBeUndefined();
});

test("only the three bytes at the start are a byte order mark", () => {
  expect(hasByteOrderMark(Buffer.from("\uFEFFx"))).toBe(true);
  expect(hasByteOrderMark(Buffer.from("x\uFEFF"))).toBe(false);
  expect(hasByteOrderMark(Buffer.alloc(0))).toBe(false);
});
