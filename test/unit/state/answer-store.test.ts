import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { textDigest } from "../../../src/base/digest.ts";
import { decodeAnswers, encodeAnswer } from "../../../src/state/answer-segments.ts";
import { answersFile, openAnswerStore } from "../../../src/state/answer-store.ts";
import { MemoryDisk, memoryStorage } from "../../support/memory-storage.ts";

const anyKey = fc.nat(20).map((number) => textDigest(String(number)));
const anyAnswer = fc.tuple(
  anyKey,
  fc.array(fc.record({ line: fc.nat(0xffff_ffff), key: anyKey }), { maxLength: 8 }),
);

describe("the file of answers", () => {
  test("gives every answer as it was last written, between any damage", () => {
    fc.assert(
      fc.property(fc.array(anyAnswer), anyAnswer, fc.nat(), (before, torn, cut) => {
        const [key, lines] = torn;
        const unfinished = encodeAnswer(key, lines);
        const part = unfinished.subarray(0, cut % unfinished.length);
        const whole = before.map((answer) => encodeAnswer(...answer));
        const answers = decodeAnswers(Buffer.concat([...whole, part, ...whole]));
        for (const [known, expected] of new Map(before)) {
          expect(answers.get(known)).toEqual(expected);
        }
        expect([...answers.segments()]).toHaveLength(new Map(before).size);
        expect(answers.get(textDigest("absent"))).toBeUndefined();
      }),
    );
  });

  test("never gives an answer of which a bit was flipped", () => {
    fc.assert(
      fc.property(anyAnswer, fc.nat(), fc.nat(7), ([key, lines], at, bit) => {
        const bytes = encodeAnswer(key, lines);
        const byte = at % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(byte) ^ (1 << bit), byte);
        expect([...decodeAnswers(bytes).segments()]).toEqual([]);
      }),
    );
  });
});

describe("the store of answers", () => {
  const lines = [{ line: 3, key: textDigest("said") }];

  test("remembers for the next one who opens it, and writes nothing where nothing is new", async () => {
    const disk = memoryStorage(new MemoryDisk());
    const first = openAnswerStore("/state", disk);
    expect(await first.flush()).toEqual({ ok: true, value: undefined });
    expect(await disk.entry("/state")).toMatchObject({ value: undefined });
    first.set(textDigest("a"), lines);
    first.set(textDigest("none"), []);
    expect(await first.get(textDigest("a"))).toEqual(lines);
    await first.flush();
    const second = openAnswerStore("/state", disk);
    expect(await second.get(textDigest("a"))).toEqual(lines);
    expect(await second.get(textDigest("none"))).toEqual([]);
    expect(await second.get(textDigest("b"))).toBeUndefined();
  });

  test("stays bounded: the oldest give way, and an answer too large for it is not kept", async () => {
    const disk = memoryStorage(new MemoryDisk());
    const keys = Array.from({ length: 100 }, (_, index) => textDigest(`${index}`));
    for (const key of keys) {
      const store = openAnswerStore("/state", disk, 1_000);
      store.set(key, lines);
      await store.flush();
    }
    const store = openAnswerStore("/state", disk, 1_000);
    store.set(
      textDigest("large"),
      Array.from({ length: 50 }, () => lines[0] ?? { line: 0, key: "" }),
    );
    await store.flush();
    const entry = await disk.entry(`/state/${answersFile}`);
    expect(entry.ok ? entry.value?.size : undefined).toBeLessThanOrEqual(1_500);
    const last = openAnswerStore("/state", disk, 1_000);
    expect(await last.get(keys[99] ?? "")).toEqual(lines);
    expect(await last.get(keys[0] ?? "")).toBeUndefined();
    expect(await last.get(textDigest("large"))).toBeUndefined();
  });
});
