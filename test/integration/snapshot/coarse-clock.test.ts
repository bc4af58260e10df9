import { lstatSync, mkdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { amendSnapshot } from "../../../src/snapshot/amend-snapshot.ts";
import { confirmChanges } from "../../../src/snapshot/confirm-changes.ts";
import type { Disk } from "../../../src/snapshot/disk.ts";
import { look } from "../../../src/snapshot/look.ts";
import { nodeDisk } from "../../../src/snapshot/node-disk.ts";
import { stampAt, type Snapshot } from "../../../src/snapshot/snapshot.ts";
import { takeSnapshot } from "../../../src/snapshot/take-snapshot.ts";
import { mountedFolders } from "../../support/mounted-folders.ts";

const listing = Buffer.from("a.md\0");
const all = (path: RelPath): boolean => path.endsWith(".md");

/** A look, and the snapshot to go on from; the content where the look had to ask for it. */
async function lookOnce(
  disk: Disk,
  previous: Snapshot,
): Promise<{ readonly next: Snapshot; readonly digest: string | undefined }> {
  const found = await look({
    disk,
    previous,
    startListing: () => ({ done: () => Promise.resolve({ ok: true, value: listing }) }),
    loadRule: () => Promise.resolve(all),
  });
  if (!found.ok || found.value.kind === "damaged") throw new Error("the look failed");
  if (found.value.kind === "quiet") return { next: previous, digest: undefined };
  const confirmed = await confirmChanges({
    disk,
    changes: found.value.changes,
    format: "sha256",
    maxFileBytes: 1024,
    deadline: deadlineIn(60_000),
  });
  const [one] = confirmed;
  const digest = one?.kind === "content" ? one.digest : undefined;
  return { next: amendSnapshot(found.value.next, confirmed), digest };
}

// The tests run wherever they can: on the machine's own file system always, on coarse ones where they can be mounted.
describe.each(mountedFolders())("on $kind", ({ kind, folder }) => {
  mkdirSync(join(folder, "state"));
  const file = join(folder, "a.md");
  const disk = nodeDisk(folder, join(folder, "state"));

  test("a rewrite of the same size in the same tick is seen, however often", async () => {
    writeFileSync(file, "version 000");
    let snapshot = await takeSnapshot({ disk, listing, isEligible: all, watched: [] });
    const seen = new Set<string>();
    let hidden = 0;
    const versions = 40;
    for (let version = 1; version <= versions; version += 1) {
      const before = stampAt(snapshot.entries.stamps, 0);
      writeFileSync(file, `version ${String(version).padStart(3, "0")}`);
      const { mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
      if (mtimeNs === before.mtimeNs && ctimeNs === before.ctimeNs) hidden += 1;
      const looked = await lookOnce(disk, snapshot);
      snapshot = looked.next;
      if (looked.digest !== undefined) seen.add(looked.digest);
    }
    expect(seen.size).toBe(versions);
    // Else the test would have shown nothing.
    if (kind.includes("second")) expect(hidden).toBeGreaterThan(0);
  });

  test("so is a file that is replaced by another of its size and inode", async () => {
    writeFileSync(file, "one");
    let snapshot = await takeSnapshot({ disk, listing, isEligible: all, watched: [] });
    unlinkSync(file);
    writeFileSync(file, "two");
    const looked = await lookOnce(disk, snapshot);
    snapshot = looked.next;
    expect(looked.digest).toBeDefined();
    writeFileSync(file, "six");
    expect((await lookOnce(disk, snapshot)).digest).toBeDefined();
  });
});
