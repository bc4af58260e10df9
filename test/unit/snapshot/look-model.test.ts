import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { contentDigest, type Digest } from "../../../src/base/digest.ts";
import { success } from "../../../src/base/result.ts";
import { amendSnapshot } from "../../../src/snapshot/amend-snapshot.ts";
import { baselineFiles } from "../../../src/snapshot/baseline.ts";
import { decodeBaseline, encodeBaseline } from "../../../src/snapshot/baseline-codec.ts";
import { confirmChanges } from "../../../src/snapshot/confirm-changes.ts";
import type { Disk } from "../../../src/snapshot/disk.ts";
import { look } from "../../../src/snapshot/look.ts";
import { decodeSnapshot, encodeSnapshot } from "../../../src/snapshot/snapshot-codec.ts";
import { presentPaths, type Snapshot } from "../../../src/snapshot/snapshot.ts";
import { takeBaseline } from "../../../src/snapshot/take-baseline.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";

const paths = ["a.md", "b.md", "docs/a.md", "docs/b.md", "docs/deep/a.md", "docs/deep/b.md"];
const untracked = new Set(["b.md", "docs/deep/a.md"]);
const folders = ["docs", "docs/deep"];
const spare = "elsewhere";

/** One thing that may happen in a work tree. Same texts and sizes come up often, for that is where stamps lie. */
type Step =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "restore-time"; readonly path: string; readonly text: string }
  | { readonly kind: "touch" | "chmod" | "remove" | "fifo"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "link-away" | "link-back"; readonly folder: string }
  | { readonly kind: "tick" | "set-back" | "look" };

const path = fc.constantFrom(...paths);
const text = fc.constantFrom("aa", "ab", "ba", "longer");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("restore-time" as const), path, text }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("touch", "chmod", "remove", "fifo"), path }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), path, to: path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("link-away", "link-back"),
      folder: fc.constantFrom(...folders),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("tick", "look") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("set-back" as const) }) },
);

function apply(disk: CoarseDisk, one: Step): void {
  if (one.kind === "write") disk.write(one.path, one.text);
  else if (one.kind === "rename" && disk.has(one.path) && one.path !== one.to) {
    disk.rename(one.path, one.to);
  } else if (one.kind === "restore-time" && disk.has(one.path)) {
    const { mtimeNs } = disk.lstat(one.path as never) ?? { mtimeNs: 0n };
    disk.write(one.path, one.text);
    disk.setMtime(one.path, mtimeNs);
  } else if (one.kind === "touch" && disk.has(one.path)) disk.touch(one.path);
  else if (one.kind === "chmod" && disk.has(one.path)) disk.chmod(one.path);
  else if (one.kind === "remove") disk.remove(one.path);
  else if (one.kind === "fifo" && disk.has(one.path)) disk.fifo(one.path);
  else if (one.kind === "link-away" && disk.isFolder(one.folder) && !disk.exists(spare)) {
    disk.rename(one.folder, spare);
    disk.link(one.folder, spare);
  } else if (one.kind === "link-back" && disk.isLink(one.folder) && disk.exists(spare)) {
    disk.remove(one.folder);
    disk.rename(spare, one.folder);
  } else if (one.kind === "tick") disk.tick();
  else if (one.kind === "set-back") disk.setBack(1);
}

/** The simplest answer: every listed file read, none through a link. */
function everyContent(disk: CoarseDisk): Map<string, Digest> {
  const all = disk.regularFiles().filter((one) => paths.includes(one));
  return new Map(all.map((one) => [one, contentDigest(Buffer.from(disk.text(one)), "sha1")]));
}

/** What a session knows: the last snapshot, as it is kept, and the content last seen at each path. */
interface Known {
  readonly snapshot: Snapshot;
  readonly contents: Map<string, Digest>;
}

/** Git goes on listing tracked files that are gone, and those behind a link; the rest only while they are there. */
function listingOf(disk: CoarseDisk): Buffer {
  const listed = paths.filter((one) => !untracked.has(one) || disk.exists(one));
  return Buffer.from(listed.map((one) => `${one}\0`).join(""));
}

function isEligible(): boolean {
  return true;
}

async function begin(disk: Disk, listing: Buffer): Promise<Known> {
  const taken = await takeBaseline({
    disk,
    listing,
    isEligible,
    watched: [],
    format: "sha1",
    git: undefined,
    maxFileBytes: 1000,
    lineDigestBytes: 1000,
    deadline: deadlineIn(60_000),
  });
  if (!taken.ok) throw new Error(taken.problem.code);
  const decoded = decodeBaseline(encodeBaseline(taken.value.baseline), "sha1");
  if (!decoded.ok) throw new Error(decoded.problem);
  const contentOf = baselineFiles(decoded.value);
  const contents = new Map<string, Digest>();
  for (const one of presentPaths(decoded.value.snapshot)) {
    const file = contentOf(one);
    if (file !== undefined && file.source !== "unknown") contents.set(one, file.digest);
  }
  return { snapshot: decoded.value.snapshot, contents };
}

async function lookAgain(disk: Disk, known: Known, listing: Buffer): Promise<Known> {
  const previous = decodeSnapshot(encodeSnapshot(known.snapshot));
  if (!previous.ok) throw new Error(previous.problem);
  const found = await look({
    disk,
    previous: previous.value,
    startListing: () => ({ done: () => Promise.resolve(success(listing)) }),
    loadRule: () => Promise.resolve(isEligible),
  });
  if (!found.ok || found.value.kind === "damaged") throw new Error("no look");
  if (found.value.kind === "quiet") return known;
  const { next, changes } = found.value;
  const deadline = deadlineIn(60_000);
  const request = { disk, changes, format: "sha1", maxFileBytes: 1000, deadline } as const;
  const confirmed = await confirmChanges(request);
  const contents = new Map(known.contents);
  for (const one of confirmed) {
    if (one.kind === "removed") contents.delete(one.path);
    if (one.kind === "content") contents.set(one.path, one.digest);
  }
  return { snapshot: amendSnapshot(next, confirmed), contents };
}

/** Plays a sequence and compares, at every look, what is known with what is there. */
async function play(steps: readonly Step[], mutate: (disk: CoarseDisk) => Disk): Promise<void> {
  const disk = new CoarseDisk();
  for (const one of paths) disk.write(one, "aa");
  const seen = mutate(disk);
  let known = await begin(seen, listingOf(disk));
  for (const one of [...steps, { kind: "look" } as const]) {
    apply(disk, one);
    if (one.kind !== "look") continue;
    known = await lookAgain(seen, known, listingOf(disk));
    expect(sorted(known.contents)).toEqual(sorted(everyContent(disk)));
  }
}

function sorted(contents: ReadonlyMap<string, Digest>): [string, Digest][] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
}

function property(mutate: (disk: CoarseDisk) => Disk): fc.IAsyncProperty<[Step[]]> {
  return fc.asyncProperty(fc.array(step, { maxLength: 25, size: "max" }), (steps) =>
    play(steps, mutate),
  );
}

/** The same disk, with one of its methods replaced. */
function withMethod<K extends keyof Disk>(disk: CoarseDisk, name: K, method: Disk[K]): Disk {
  return new Proxy(disk, {
    get: (target, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test("what a session knows after any sequence of steps is what reading every file gives", async () => {
  await fc.assert(
    property((disk) => disk),
    { numRuns: 1000 },
  );
});

describe("a mistake is found by the same sequences", () => {
  test.each<[string, (disk: CoarseDisk) => Disk]>([
    [
      "no change time",
      (disk) =>
        withMethod(disk, "lstat", (one) => {
          const stat = disk.lstat(one);
          return stat === undefined ? undefined : { ...stat, ctimeNs: 0n };
        }),
    ],
    [
      "no racy rule",
      (disk) => withMethod(disk, "touchClock", () => ({ ns: disk.now + (1n << 60n), dev: 7n })),
    ],
    [
      "the digest of another file",
      (disk) => withMethod(disk, "readFile", (_, max) => disk.readFile("a.md" as never, max)),
    ],
    ["an unnoticed step of the clock", (disk) => withMethod(disk, "wallClockLeadMs", () => 0)],
  ])("%s", async (_, mutate) => {
    const checked = await fc.check(property(mutate), { numRuns: 5000 });
    expect(checked.failed).toBe(true);
  });
});
