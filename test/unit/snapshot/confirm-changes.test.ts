import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { contentDigest } from "../../../src/base/digest.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { success } from "../../../src/base/result.ts";
import { amendSnapshot } from "../../../src/snapshot/amend-snapshot.ts";
import type { Change } from "../../../src/snapshot/change.ts";
import { confirmChanges, type Confirmed } from "../../../src/snapshot/confirm-changes.ts";
import { look } from "../../../src/snapshot/look.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { takeSnapshot } from "../../../src/snapshot/take-snapshot.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";

const minute = 60_000;

function confirm(disk: CoarseDisk, changes: readonly Change[], ms = minute): Promise<Confirmed[]> {
  const deadline = deadlineIn(ms);
  return confirmChanges({ disk, changes, format: "sha1", maxFileBytes: 100, deadline });
}

function take(disk: CoarseDisk): Promise<Snapshot> {
  return takeSnapshot({ disk, listing: disk.listing(), isEligible: () => true, watched: [] });
}

async function lookAgain(
  disk: CoarseDisk,
  previous: Snapshot,
): Promise<{ next: Snapshot; changes: readonly Change[] } | undefined> {
  const found = await look({
    disk,
    previous,
    startListing: () => ({ done: () => Promise.resolve(success(disk.listing())) }),
    loadRule: () => Promise.resolve(() => true),
  });
  if (!found.ok || found.value.kind === "damaged") throw new Error("no look");
  return found.value.kind === "quiet" ? undefined : found.value;
}

/** One file, changed once since the snapshot. */
async function changedOnce(text: string): Promise<{
  disk: CoarseDisk;
  next: Snapshot;
  changes: readonly Change[];
}> {
  const disk = new CoarseDisk();
  disk.write("a.md", "before");
  disk.write("b.md", "beside");
  disk.tick();
  const snapshot = await take(disk);
  disk.tick();
  disk.write("a.md", text);
  disk.tick();
  const found = await lookAgain(disk, snapshot);
  if (found === undefined) throw new Error("nothing changed");
  return { disk, ...found };
}

describe("confirming a change", () => {
  test("reads what differs by stamp and nothing else, and gives Git's digest of it", async () => {
    const { disk, changes } = await changedOnce("after");
    const [one] = await confirm(disk, changes);
    expect(one).toMatchObject({
      kind: "content",
      path: "a.md",
      by: "modified",
      digest: contentDigest(Buffer.from("after"), "sha1"),
    });
    expect([...disk.reads]).toEqual([["a.md", 1]]);
  });

  test("a touched file has the digest that it had", async () => {
    const disk = new CoarseDisk();
    disk.write("a.md", "same");
    disk.tick();
    const snapshot = await take(disk);
    disk.tick();
    disk.touch("a.md");
    disk.tick();
    const found = await lookAgain(disk, snapshot);
    const [one] = await confirm(disk, found?.changes ?? []);
    expect(one).toMatchObject({ digest: contentDigest(Buffer.from("same"), "sha1") });
  });

  test("a write while the file is read is read, too, and its stamp belongs to it", async () => {
    const { disk, next, changes } = await changedOnce("after");
    disk.afterRead = (path) => {
      disk.afterRead = undefined;
      disk.tick();
      disk.write(path, "later");
    };
    const confirmed = await confirm(disk, changes);
    expect(confirmed[0]).toMatchObject({ digest: contentDigest(Buffer.from("later"), "sha1") });
    disk.write("a.md", "LATER");
    disk.tick();
    const again = await lookAgain(disk, amendSnapshot(next, confirmed));
    expect(again?.changes.map(({ path }) => path)).toEqual(["a.md"]);
  });

  test("a file that keeps changing is named, and asked again at the next look", async () => {
    const { disk, next, changes } = await changedOnce("after");
    disk.afterRead = (path) => {
      disk.tick();
      disk.write(path, "and on");
    };
    const confirmed = await confirm(disk, changes);
    expect(confirmed).toMatchObject([
      { kind: "unchecked", problem: { code: "changed-while-checked" } },
    ]);
    disk.afterRead = undefined;
    const again = await lookAgain(disk, amendSnapshot(next, confirmed));
    expect(again?.changes.map(({ path }) => path)).toEqual(["a.md"]);
  });

  test("a file that vanished meanwhile is removed, and nothing more is said of it", async () => {
    const { disk, next, changes } = await changedOnce("after");
    disk.remove("a.md");
    disk.tick();
    const confirmed = await confirm(disk, changes);
    expect(confirmed).toEqual([{ kind: "removed", path: "a.md" }]);
    const again = await lookAgain(disk, amendSnapshot(next, confirmed));
    expect(again?.changes ?? []).toEqual([]);
  });

  test("a file above the limit isn't read, and costs nothing while it is unchanged", async () => {
    const { disk, next, changes } = await changedOnce("x".repeat(101));
    const confirmed = await confirm(disk, changes);
    expect(confirmed).toMatchObject([
      { kind: "unchecked", problem: { code: "too-large", bytes: 101, maxBytes: 100 } },
    ]);
    expect(await lookAgain(disk, amendSnapshot(next, confirmed))).toBeUndefined();
  });

  test("what the deadline left unread is not reached, and asked again", async () => {
    const { disk, next, changes } = await changedOnce("after");
    const confirmed = await confirm(disk, changes, 0);
    expect(confirmed).toMatchObject([{ kind: "unchecked", problem: { code: "not-reached" } }]);
    const again = await lookAgain(disk, amendSnapshot(next, confirmed));
    expect(again?.changes.map(({ path }) => path)).toEqual(["a.md"]);
  });

  test("a removal needs no reading", async () => {
    const disk = new CoarseDisk();
    const confirmed = await confirm(disk, [{ kind: "removed", path: "a.md" as RelPath }]);
    expect(confirmed).toEqual([{ kind: "removed", path: "a.md" }]);
    expect(disk.reads.size).toBe(0);
  });
});
