import { describe, expect, test } from "vitest";
import { success } from "../../../src/base/result.ts";
import type { Change } from "../../../src/snapshot/change.ts";
import { look, type Look } from "../../../src/snapshot/look.ts";
import { decodeSnapshot, encodeSnapshot } from "../../../src/snapshot/snapshot-codec.ts";
import { presentPaths, type Snapshot } from "../../../src/snapshot/snapshot.ts";
import { takeSnapshot } from "../../../src/snapshot/take-snapshot.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";

function isMarkdown(path: string): boolean {
  return path.endsWith(".md");
}

async function take(disk: CoarseDisk, watched: readonly string[] = []): Promise<Snapshot> {
  return takeSnapshot({ disk, listing: disk.listing(), isEligible: isMarkdown, watched });
}

async function lookAgain(
  disk: CoarseDisk,
  previous: Snapshot,
  listing = disk.listing(),
): Promise<Look> {
  const found = await look({
    disk,
    previous,
    startListing: () => ({ done: () => Promise.resolve(success(listing)) }),
    loadRule: () => Promise.resolve(isMarkdown),
  });
  if (!found.ok) throw new Error(found.problem.code);
  return found.value;
}

async function different(
  disk: CoarseDisk,
  previous: Snapshot,
): Promise<Extract<Look, { kind: "different" }>> {
  const found = await lookAgain(disk, previous);
  if (found.kind !== "different") throw new Error(`the look was ${found.kind}`);
  return found;
}

function told(changes: readonly Change[]): string[] {
  return changes.map((change) => `${change.kind} ${change.path}`).sort((a, b) => (a < b ? -1 : 1));
}

/** A disk with three files that are older than the clock. */
function settledDisk(): CoarseDisk {
  const disk = new CoarseDisk();
  disk.write("a.md", "one");
  disk.write("docs/b.md", "two");
  disk.write("docs/deep/c.md", "three");
  disk.write("docs/code.bin", "no prose");
  disk.tick();
  return disk;
}

describe("a look at an unchanged work tree", () => {
  test("is quiet and reads neither the clock nor a file", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    const touches = disk.clockTouches;
    disk.tick();
    expect(await lookAgain(disk, snapshot)).toEqual({ kind: "quiet" });
    expect(disk.clockTouches).toBe(touches);
    expect(disk.reads.size).toBe(0);
  });

  test("looks at each entry once, and at no leaf folder", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.lstats = 0;
    await lookAgain(disk, snapshot);
    expect(disk.lstats).toBe(3 + 2);
  });

  test("stays quiet when something that isn't eligible changes", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.tick();
    disk.write("docs/code.bin", "more of it");
    expect((await lookAgain(disk, snapshot)).kind).toBe("quiet");
  });
});

describe("what changed between two looks", () => {
  test("is told by kind, and the next look is quiet again", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.tick();
    disk.write("a.md", "one, changed");
    disk.write("new.md", "new");
    disk.remove("docs/b.md");
    disk.tick();
    const found = await different(disk, snapshot);
    expect(told(found.changes)).toEqual(["added new.md", "modified a.md", "removed docs/b.md"]);
    expect(presentPaths(found.next)).toEqual(["a.md", "docs/deep/c.md", "new.md"]);
    expect((await lookAgain(disk, found.next)).kind).toBe("quiet");
  });

  test("shows a rewrite of equal size with a restored modification time", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    const before = disk.now - 1_000_000_000n;
    disk.tick();
    disk.write("a.md", "eno");
    disk.setMtime("a.md", before);
    expect(told((await different(disk, snapshot)).changes)).toEqual(["modified a.md"]);
  });

  test("tells inode numbers apart that are equal as doubles", async () => {
    const disk = settledDisk();
    const inode = 2n ** 53n;
    const original = disk.lstat.bind(disk);
    let ino = inode;
    disk.lstat = (path) => {
      const stat = original(path);
      return stat === undefined || path !== "a.md" ? stat : { ...stat, ino };
    };
    const snapshot = await take(disk);
    ino = inode + 1n;
    expect(told((await different(disk, snapshot)).changes)).toEqual(["modified a.md"]);
  });

  test("a rename is a change of the new path and a removal of the old one", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.tick();
    disk.rename("docs/b.md", "docs/B.md");
    const found = await different(disk, snapshot);
    expect(told(found.changes)).toEqual(["added docs/B.md", "removed docs/b.md"]);
  });

  test("a file that may not be looked at counts as changed until it can be seen", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.refused.add("a.md");
    const refused = await different(disk, snapshot);
    expect(told(refused.changes)).toEqual(["modified a.md"]);
    const again = await different(disk, refused.next);
    expect(told(again.changes)).toEqual(["racy a.md"]);
    disk.refused.clear();
    const seen = await different(disk, again.next);
    expect(told(seen.changes)).toEqual(["modified a.md"]);
    expect((await lookAgain(disk, seen.next)).kind).toBe("quiet");
  });
});

describe("racy entries", () => {
  test("a file edited twice within one clock tick is still reported", async () => {
    const disk = settledDisk();
    disk.write("a.md", "abc");
    const snapshot = await take(disk);
    disk.write("a.md", "abd");
    disk.tick();
    const found = await different(disk, snapshot);
    expect(told(found.changes)).toEqual(["racy a.md"]);
    expect((await lookAgain(disk, found.next)).kind).toBe("quiet");
  });

  test("are waited out where the tick is short", async () => {
    const disk = new CoarseDisk(4_000_000n);
    disk.ticksWhilePaused = true;
    disk.write("a.md", "abc");
    const snapshot = await take(disk);
    disk.tick();
    expect((await lookAgain(disk, snapshot)).kind).toBe("quiet");
  });

  test("without a clock every entry is racy", async () => {
    const disk = settledDisk();
    disk.canTouch = false;
    const snapshot = await take(disk);
    disk.tick();
    const found = await different(disk, snapshot);
    expect(told(found.changes)).toEqual(["racy a.md", "racy docs/b.md", "racy docs/deep/c.md"]);
  });

  test("after the clock was set back every entry is asked again, once", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.setBack(1);
    disk.write("a.md", "uno");
    const found = await different(disk, snapshot);
    expect(told(found.changes)).toEqual(["racy a.md", "racy docs/b.md", "racy docs/deep/c.md"]);
    disk.tick(3);
    const again = await different(disk, found.next);
    expect((await lookAgain(disk, again.next)).kind).toBe("quiet");
  });
});

describe("a clock that was stepped by an hour", () => {
  test("back: a write that bears the very stamp of the one before is among what is asked again", async () => {
    const disk = settledDisk();
    disk.tick(3_600);
    disk.write("a.md", "one");
    disk.tick();
    const snapshot = await take(disk);
    disk.setBack(3_601);
    disk.tick(3_600);
    disk.write("a.md", "uno");
    const found = await different(disk, snapshot);
    expect(told(found.changes)).toContain("racy a.md");
  });

  test("forward: nothing changed, and what is written then is seen", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.tick(3_600);
    expect((await lookAgain(disk, snapshot)).kind).toBe("quiet");
    disk.write("a.md", "uno");
    expect(told((await different(disk, snapshot)).changes)).toContain("modified a.md");
  });
});

describe("what is no regular file", () => {
  test.each([
    ["a link", (disk: CoarseDisk) => disk.link("a.md", "docs/b.md")],
    ["a FIFO", (disk: CoarseDisk) => disk.fifo("a.md")],
  ])("a file replaced by %s is removed, and added when it is back", async (_, replace) => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.tick();
    replace(disk);
    disk.tick();
    const gone = await different(disk, snapshot);
    expect(told(gone.changes)).toEqual(["removed a.md"]);
    expect((await lookAgain(disk, gone.next)).kind).toBe("quiet");
    disk.remove("a.md");
    disk.write("a.md", "one");
    disk.tick();
    expect(told((await different(disk, gone.next)).changes)).toEqual(["added a.md"]);
  });

  test("a folder replaced by a link to its own copy isn't followed, though Git lists the same", async () => {
    const disk = settledDisk();
    const listing = disk.listing();
    const snapshot = await take(disk);
    disk.tick();
    disk.rename("docs", "elsewhere");
    disk.link("docs", "elsewhere");
    disk.tick();
    const found = await lookAgain(disk, snapshot, listing);
    if (found.kind !== "different") throw new Error(found.kind);
    expect(told(found.changes)).toEqual(["removed docs/b.md", "removed docs/deep/c.md"]);
    expect((await lookAgain(disk, found.next, listing)).kind).toBe("quiet");
    disk.remove("docs");
    disk.rename("elsewhere", "docs");
    disk.tick();
    const back = await lookAgain(disk, found.next, listing);
    if (back.kind !== "different") throw new Error(back.kind);
    expect(told(back.changes)).toEqual(["added docs/b.md", "added docs/deep/c.md"]);
  });

  test("what comes and goes beside known folders is no difference", async () => {
    const disk = settledDisk();
    const snapshot = await take(disk);
    disk.tick();
    disk.write("scratch.tmp", "x");
    disk.remove("scratch.tmp");
    disk.tick();
    expect((await lookAgain(disk, snapshot)).kind).toBe("quiet");
  });
});

describe("what is watched", () => {
  test("is told by path when it changed, came or went", async () => {
    const disk = settledDisk();
    disk.write("styles/T/Rule.yml", "rule");
    disk.write(".vale.ini", "StylesPath = styles");
    disk.tick();
    const watched = ["/.vale.ini", "/styles/T/Rule.yml", "/.valehook.toml"];
    const snapshot = await take(disk, watched);
    expect((await lookAgain(disk, snapshot)).kind).toBe("quiet");
    disk.tick();
    disk.write(".vale.ini", "StylesPath = other!");
    disk.write(".valehook.toml", "");
    disk.remove("styles/T/Rule.yml");
    disk.tick();
    const found = await different(disk, snapshot);
    expect(found.watchedChanged).toEqual(watched);
    expect(found.changes).toEqual([]);
    expect((await lookAgain(disk, found.next)).kind).toBe("quiet");
  });
});

test("a snapshot whose stamps were damaged on disk is noticed, not taken for a change", async () => {
  const disk = settledDisk();
  const file = encodeSnapshot(await take(disk));
  const stamps = file.indexOf(Buffer.from("a.md\0"));
  file[stamps - 40] = (file[stamps - 40] ?? 0) ^ 1;
  const decoded = decodeSnapshot(file);
  if (!decoded.ok) throw new Error(decoded.problem);
  expect((await lookAgain(disk, decoded.value)).kind).toBe("damaged");
});

function bareDisk(): CoarseDisk {
  const disk = settledDisk();
  disk.isBare = true;
  return disk;
}

describe("a file system without change times and inode numbers", () => {
  test("is quiet where nothing changed, and tells a later write", async () => {
    const disk = bareDisk();
    const snapshot = await take(disk);
    disk.tick();
    expect((await lookAgain(disk, snapshot)).kind).toBe("quiet");
    disk.write("a.md", "eno");
    expect(told((await different(disk, snapshot)).changes)).toEqual(["modified a.md"]);
  });

  test("a write of the same size in the clock's own tick is not taken for unchanged", async () => {
    const disk = bareDisk();
    disk.write("a.md", "new");
    const snapshot = await take(disk);
    disk.write("a.md", "wen");
    expect(told((await different(disk, snapshot)).changes)).toEqual(["racy a.md"]);
  });

  test("a folder in a file's place is not taken for the file", async () => {
    const disk = bareDisk();
    const snapshot = await take(disk);
    disk.tick();
    disk.remove("a.md");
    disk.write("a.md/inner.md", "one");
    expect((await lookAgain(disk, snapshot)).kind).toBe("different");
  });
});
