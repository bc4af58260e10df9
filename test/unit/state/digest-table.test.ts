import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textDigest } from "../../../src/base/digest.ts";
import { decodeTable, encodeSegment } from "../../../src/state/digest-table.ts";

const anyEntries = fc.array(
  fc.tuple(
    fc.nat(30).map((number) => textDigest(String(number))),
    fc.nat(0xffff_ffff),
  ),
);

describe("digest table", () => {
  test("every key is found with the number that came last, and no other key is", () => {
    fc.assert(
      fc.property(fc.array(anyEntries), (segments) => {
        const table = decodeTable(Buffer.concat(segments.map(encodeSegment)));
        const expected = new Map(segments.flat());
        for (const [key, value] of expected) expect(table.get(key)).toBe(value);
        expect(new Map(table.entries())).toEqual(expected);
        expect(table.get(textDigest("absent"))).toBeUndefined();
      }),
    );
  });

  test("what a killed process left unfinished between segments is passed over", () => {
    fc.assert(
      fc.property(anyEntries, anyEntries, fc.nat(), (whole, torn, cut) => {
        const unfinished = encodeSegment(torn);
        const part = unfinished.subarray(0, cut % unfinished.length);
        const segment = encodeSegment(whole);
        const table = decodeTable(Buffer.concat([segment, part, segment]));
        expect(new Map(table.entries())).toEqual(new Map(whole));
      }),
    );
  });

  test("no damage makes a key or a number that nobody wrote", () => {
    fc.assert(
      fc.property(anyEntries, fc.nat(), fc.integer({ min: 1, max: 255 }), (entries, at, flip) => {
        const bytes = Buffer.concat([encodeSegment(entries), encodeSegment(entries)]);
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ flip;
        const written = new Map(entries);
        for (const [key, value] of decodeTable(bytes).entries()) {
          expect(written.get(key)).toBe(value);
        }
      }),
    );
  });

  test("any bytes at all are an empty table", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeTable(Buffer.from(bytes)).records).toBe(0);
      }),
    );
  });
});
