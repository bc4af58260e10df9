import * as fc from "fast-check";
import { expect, test } from "vitest";
import { relPathFromBytes } from "../../../src/base/rel-path.ts";
import { restamp } from "../../../src/snapshot/restamp.ts";
import { decodeSnapshot, encodeSnapshot } from "../../../src/snapshot/snapshot-codec.ts";
import { entryNames, type Snapshot } from "../../../src/snapshot/snapshot.ts";
import { takeSnapshot } from "../../../src/snapshot/take-snapshot.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";

const segment = fc.stringMatching(/^[a-zé 日]{1,6}$/u);
const names = fc.uniqueArray(
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join("/")}.md`),
  { maxLength: 12 },
);

async function snapshotOf(paths: readonly string[], watched: readonly string[]): Promise<Snapshot> {
  const disk = new CoarseDisk();
  for (const path of paths) disk.write(path, `text of ${path}`);
  const listing = disk.listing();
  return takeSnapshot({ disk, listing, isEligible: () => true, watched });
}

test("what is encoded is decoded", async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.array(segment), async (paths, watched) => {
      const snapshot = await snapshotOf(paths, watched);
      const decoded = decodeSnapshot(encodeSnapshot(snapshot));
      if (!decoded.ok) throw new Error(decoded.problem);
      const { isIntact, ...columns } = decoded.value;
      const { isIntact: _, ...expected } = snapshot;
      expect(isIntact()).toBe(true);
      expect(columns.entries).toEqual(expected.entries);
      expect([...columns.entries.stamps]).toEqual([...expected.entries.stamps]);
      expect(columns.folders).toEqual(expected.folders);
      expect(columns.watched).toEqual(expected.watched);
      expect(columns.listing.equals(expected.listing)).toBe(true);
      expect(columns.takenAtNs).toBe(expected.takenAtNs);
    }),
  );
});

test("a file that was cut at any byte is damaged", async () => {
  const file = encodeSnapshot(await snapshotOf(["a.md", "docs/b.md", "docs/ü/c.md"], ["/w"]));
  for (let length = 0; length < file.length; length += 1) {
    expect(decodeSnapshot(Buffer.from(file.subarray(0, length)))).toEqual({
      ok: false,
      problem: "damaged",
    });
  }
});

test("a file in which any byte was altered is never taken for intact", async () => {
  const file = encodeSnapshot(await snapshotOf(["a.md", "docs/b.md", "docs/ü/c.md"], ["/w"]));
  for (let at = 0; at < file.length; at += 1) {
    for (const flip of [1, 0x80, 0xff]) {
      const altered = Buffer.from(file);
      altered[at] = (altered[at] ?? 0) ^ flip;
      const decoded = decodeSnapshot(altered);
      expect(decoded.ok && decoded.value.isIntact(), `byte ${at}`).toBe(false);
    }
  }
});

test("no bytes at all make it throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(decodeSnapshot(Buffer.from(bytes)).ok).toBe(false);
    }),
  );
});

test("a file of a later version is told from a damaged one", async () => {
  const file = encodeSnapshot(await snapshotOf(["a.md"], []));
  file.writeUInt32LE(2, 4);
  expect(decodeSnapshot(file)).toEqual({ ok: false, problem: "version" });
});

test("bytes that lie off a boundary of eight are read all the same", async () => {
  const file = encodeSnapshot(await snapshotOf(["a.md", "b.md"], []));
  const shifted = Buffer.concat([Buffer.alloc(3), file]).subarray(3);
  const decoded = decodeSnapshot(shifted);
  expect(decoded.ok && decoded.value.isIntact()).toBe(true);
});

test("a look at a decoded snapshot leaves the file's bytes as they are", async () => {
  const disk = new CoarseDisk();
  disk.write("a.md", "one");
  const take = { disk, listing: disk.listing(), isEligible: () => true, watched: [] };
  const file = encodeSnapshot(await takeSnapshot(take));
  const before = Buffer.from(file);
  const decoded = decodeSnapshot(file);
  if (!decoded.ok) throw new Error(decoded.problem);
  disk.tick();
  disk.write("a.md", "two");
  await restamp(decoded.value, [0], false, disk);
  expect(file.equals(before)).toBe(true);
});

test("a name that isn't UTF-8 keeps its bytes", async () => {
  const raw = Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]);
  const path = relPathFromBytes(raw);
  const disk = new CoarseDisk();
  disk.write(path, "text");
  const listing = Buffer.concat([raw, Buffer.from([0])]);
  const snapshot = await takeSnapshot({ disk, listing, isEligible: () => true, watched: [] });
  const decoded = decodeSnapshot(encodeSnapshot(snapshot));
  if (!decoded.ok) throw new Error(decoded.problem);
  expect(entryNames(decoded.value)(0)).toBe(path);
});
