import type { Digest, DigestFormat } from "../base/digest.ts";
import { success, type Result } from "../base/result.ts";
import { conversionsOf, type Conversion } from "./conversions.ts";
import { readGitIndex, type IndexEntry } from "./git-index.ts";
import type { GitIndexFile } from "./git-index-file.ts";
import type { RunGit } from "./run-git.ts";
import {
  entryBits,
  entryCount,
  entryNames,
  isPresent,
  stampAt,
  type Snapshot,
} from "./snapshot.ts";
import { blobByStat } from "./trusted-blob.ts";

/** What Git says of a work tree's files, besides its listing. */
export interface GitFacts {
  /** `git config -z --list` */
  readonly config: Buffer;
  /** `git check-attr -z --stdin --all` of the listing */
  readonly attributes: Buffer;
  /** Whether objects may be replaced by others (`git replace`), so that an id doesn't tell the bytes. */
  readonly hasReplacements: boolean;
}

/** Asks Git, while the caller looks at the files. */
export async function askGit(runGit: RunGit, listing: Buffer): Promise<Result<GitFacts>> {
  const [config, attributes, replaced] = await Promise.all([
    runGit(["config", "-z", "--list"]),
    runGit(["check-attr", "-z", "--stdin", "--all"], listing),
    runGit(["for-each-ref", "--count=1", "refs/replace/"]),
  ]);
  if (!config.ok) return config;
  if (!attributes.ok) return attributes;
  if (!replaced.ok) return replaced;
  return success({
    config: config.value,
    attributes: attributes.value,
    hasReplacements: replaced.value.length > 0,
  });
}

/**
 * The blob of each entry whose bytes are known to be that blob's, by row: the index's stat data are those of the
 * stamp, and nothing converts between the two (where only line ends may be converted, the blob has the file's size).
 */
export async function knownBlobs(
  snapshot: Snapshot,
  index: GitIndexFile | undefined,
  facts: GitFacts,
  format: DigestFormat,
  runGit: RunGit,
): Promise<Result<ReadonlyMap<number, Digest>>> {
  const blobs = new Map<number, Digest>();
  const entries = index === undefined ? undefined : readGitIndex(index.bytes, format);
  if (index === undefined || entries === undefined || facts.hasReplacements) return success(blobs);
  const conversionOf = conversionsOf(facts.config, facts.attributes);
  const bySize: Candidate[] = [];
  const nameOf = entryNames(snapshot);
  for (let row = 0; row < entryCount(snapshot); row += 1) {
    const path = nameOf(row);
    const entry = entries.get(path);
    if (entry === undefined || !isCandidate(snapshot, row)) continue;
    const stamp = stampAt(snapshot.entries.stamps, row);
    const blob = blobByStat(entry, stamp, index.mtimeNs);
    const conversion: Conversion = blob === undefined ? "any" : conversionOf(path);
    if (blob === undefined || conversion === "any") continue;
    if (conversion === "none") blobs.set(row, blob);
    else bySize.push({ row, blob, entry });
  }
  return bySize.length === 0 ? success(blobs) : addOfEqualSize(blobs, bySize, runGit);
}

interface Candidate {
  readonly row: number;
  readonly blob: Digest;
  readonly entry: IndexEntry;
}

function isCandidate(snapshot: Snapshot, row: number): boolean {
  return isPresent(snapshot, row) && ((snapshot.entries.bits[row] ?? 0) & entryBits.racy) === 0;
}

async function addOfEqualSize(
  blobs: Map<number, Digest>,
  candidates: readonly Candidate[],
  runGit: RunGit,
): Promise<Result<ReadonlyMap<number, Digest>>> {
  const ids = Buffer.from(candidates.map(({ blob }) => `${blob}\n`).join(""), "latin1");
  const sizes = await runGit(["cat-file", "--batch-check=%(objectsize)", "--buffer"], ids);
  if (!sizes.ok) return sizes;
  const lines = sizes.value.toString("latin1").split("\n");
  candidates.forEach(({ row, blob, entry }, index) => {
    // A blob that isn't there has a line that is no number.
    if (lines[index] === String(entry.size)) blobs.set(row, blob);
  });
  return success(blobs);
}
