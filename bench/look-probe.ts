/**
 * The look alone, as a program: what the hook's quiet path costs without reading an event or the session.
 * `take <root> <snapshot>` writes a snapshot, `look <root> <snapshot>` compares with it.
 */
import { dirname } from "node:path";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { failure, success, type Result } from "../src/base/result.ts";
import { look } from "../src/snapshot/look.ts";
import { nodeDisk } from "../src/snapshot/node-disk.ts";
import { decodeSnapshot, encodeSnapshot } from "../src/snapshot/snapshot-codec.ts";
import { takeSnapshot } from "../src/snapshot/take-snapshot.ts";

const LIST = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];

function startListing(): { done(): Promise<Result<Buffer>> } {
  const child = spawn("git", LIST, { stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<Result<Buffer>>((resolve) => {
    child.on("close", (code) => {
      const words = `exit ${code}`;
      if (code === 0) resolve(success(Buffer.concat(parts)));
      else resolve(failure({ code: "git-failed", command: "ls-files", words }));
    });
  });
  return { done: () => ended };
}

function loadRule(): Promise<() => boolean> {
  return Promise.resolve(() => true);
}

async function main(verb: string, root: string, file: string): Promise<void> {
  process.chdir(root);
  const disk = nodeDisk(root, dirname(file));
  if (verb === "take") {
    const listing = await startListing().done();
    if (!listing.ok) throw new Error(listing.problem.code);
    const request = { disk, listing: listing.value, isEligible: () => true, watched: [] };
    writeFileSync(file, encodeSnapshot(await takeSnapshot(request)));
    return;
  }
  const listing = startListing();
  const previous = decodeSnapshot(readFileSync(file));
  if (!previous.ok) throw new Error(previous.problem);
  const seen = await look({
    disk,
    previous: previous.value,
    startListing: () => listing,
    loadRule,
  });
  if (!seen.ok) throw new Error(seen.problem.code);
  if (seen.value.kind === verb) return;
  console.error(seen.value.kind, seen.value.kind === "different" ? seen.value.changes.length : "");
  process.exitCode = 1;
}

const [, , verb = "", root = "", file = ""] = process.argv;
void main(verb, root, file);
