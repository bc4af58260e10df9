import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Digest } from "../../../src/base/digest.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { decodeBaseline, encodeBaseline } from "../../../src/snapshot/baseline-codec.ts";
import { readGitIndex } from "../../../src/snapshot/git-index.ts";
import { decodeLines, encodeLines, lineDigestsOf } from "../../../src/snapshot/line-digests.ts";
import { decodeSnapshot, encodeSnapshot } from "../../../src/snapshot/snapshot-codec.ts";
import { takeSnapshot } from "../../../src/snapshot/take-snapshot.ts";
import { decodeTable, encodeSegment } from "../../../src/state/digest-table.ts";
import { decodeSession, encodeSession } from "../../../src/state/session-codec.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";
import { inputs, patience, woundedBytes } from "../../support/fuzz.ts";
import { anySession } from "../../support/session-arbitraries.ts";

const disk = new CoarseDisk();
for (const path of ["a.md", "docs/b.md", "docs/ü/c.md"]) disk.write(path, `text of ${path}`);
const request = { disk, listing: disk.listing(), isEligible: () => true, watched: ["/w"] };
const snapshot = await takeSnapshot(request);
const snapshotFile = encodeSnapshot(snapshot);
const baselineFile = encodeBaseline({
  snapshot,
  format: "sha1",
  sources: new Uint8Array([1, 2, 0]),
  digests: new Uint8Array(60).fill(7),
});
const linesFile = encodeLines(
  new Map([["a.md" as RelPath, lineDigestsOf(Buffer.from("one\ntwo\nthree\n"))]]),
);

/** Whether a snapshot's file would be believed: its head by a copy, its bulk when it is asked for. */
function isBelievedSnapshot(bytes: Buffer): boolean {
  const decoded = decodeSnapshot(bytes);
  return decoded.ok && decoded.value.isIntact();
}

const codecs = [
  { name: "session.json", file: undefined, isBelieved: (bytes: Buffer) => decodeSession(bytes).ok },
  { name: "current", file: snapshotFile, isBelieved: isBelievedSnapshot },
  {
    name: "baseline",
    file: baselineFile,
    isBelieved: (bytes: Buffer) => decodeBaseline(bytes, "sha1").ok,
  },
  { name: "baseline-lines", file: linesFile, isBelieved: (bytes: Buffer) => decodeLines(bytes).ok },
] as const;

const anySessionFile = anySession.map((session) => encodeSession(session));

describe.each(codecs)("$name", ({ file, isBelieved }) => {
  const anyFile = file === undefined ? anySessionFile : fc.constant(file);

  test(
    "is believed as it was written",
    () => {
      fc.assert(
        fc.property(anyFile, (bytes) => {
          expect(isBelieved(bytes)).toBe(true);
        }),
        inputs(20),
      );
    },
    patience,
  );

  test(
    "is never believed once anything of it is cut, put in or altered",
    () => {
      const wounded = anyFile.chain((bytes) =>
        woundedBytes(fc.constant(bytes)).filter((now) => !now.equals(bytes)),
      );
      fc.assert(
        fc.property(wounded, (bytes) => {
          expect(isBelieved(bytes)).toBe(false);
        }),
        inputs(5_000),
      );
    },
    patience,
  );

  test("cut at any byte, or with any bit flipped, is not believed", () => {
    const [whole] =
      file === undefined ? fc.sample(anySessionFile, { numRuns: 1, seed: 1 }) : [file];
    if (whole === undefined) throw new Error("no file to damage");
    for (let length = 0; length < whole.length; length += 1) {
      expect(isBelieved(Buffer.from(whole.subarray(0, length))), `cut at ${length}`).toBe(false);
    }
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(isBelieved(flipped), `bit ${bit}`).toBe(false);
    }
  });
});

test(
  "a wounded table of verdicts never holds a key that nobody wrote",
  () => {
    const keys = ["a", "b", "c"].map((digit) => digit.repeat(32));
    const table = Buffer.concat([
      encodeSegment([[keys[0] ?? "", 0]]),
      encodeSegment([
        [keys[1] ?? "", 7],
        [keys[2] ?? "", 9],
      ]),
    ]);
    fc.assert(
      fc.property(woundedBytes(fc.constant(table)), (bytes) => {
        for (const [key] of decodeTable(bytes).entries()) expect(keys).toContain(key);
      }),
      inputs(6_000),
    );
  },
  patience,
);

test(
  "a wounded Git index is read, or not taken at its word, and never more",
  () => {
    const head = Buffer.alloc(12);
    head.write("DIRC", "latin1");
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(1, 8);
    const entry = Buffer.alloc(72);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt16BE(4, 60);
    entry.write("a.md", 62, "latin1");
    const index = Buffer.concat([head, entry, Buffer.alloc(20)]);
    fc.assert(
      fc.property(woundedBytes(fc.constant(index)), (bytes) => {
        const read = readGitIndex(bytes, "sha1");
        for (const path of read?.paths ?? []) {
          expect(read?.get(path)?.blob satisfies Digest | undefined).toMatch(/^[0-9a-f]{40}$/);
        }
      }),
      inputs(6_000),
    );
  },
  patience,
);
