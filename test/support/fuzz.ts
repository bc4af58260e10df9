import * as fc from "fast-check";

/** Number of inputs to try: ten times as many in `npm run soak`. */
export function inputs(count: number): { readonly numRuns: number } {
  return { numRuns: process.env["VALEHOOK_SOAK"] === "1" ? count * 10 : count };
}

/** Milliseconds after which a test of many inputs hangs: for a slow machine, and for the full length. */
export const patience = 1_800_000;

interface Wound {
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const anyWound: fc.Arbitrary<Wound> = fc.record({
  at: fc.nat(),
  length: fc.oneof(fc.constant(0), fc.nat(4), fc.nat()),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.string().map((text) => Buffer.from(text)),
  ),
});

/** The bytes of a sample with something cut out, put in or written over, in one to three places. */
export function woundedBytes(sample: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(sample, fc.array(anyWound, { minLength: 1, maxLength: 3 }))
    .map(([bytes, wounds]) =>
      wounds.reduce((all, { at, length, bytes: put }) => {
        const from = all.length === 0 ? 0 : at % all.length;
        return Buffer.concat([all.subarray(0, from), put, all.subarray(from + length)]);
      }, bytes),
    );
}

export function woundedText(sample: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return woundedBytes(sample.map((text) => Buffer.from(text))).map((bytes) => bytes.toString());
}
