import { lstatSync, readFileSync } from "node:fs";

import { blobIdsAt, digestFormat } from "./blobs.ts";
import { contentDigest } from "../base/digest.ts";
import { diskPath } from "../base/rel-path.ts";
import { failure, success } from "../base/result.ts";
import { gitClient } from "./git-client.ts";
import { headPosition } from "./head-position.ts";
import { isAbsent } from "../base/errno.ts";
import { listedPaths } from "./listed-paths.ts";
import { quietFilters } from "./quiet-filters.ts";
import { startGitListing } from "./listing.ts";
import { unquotedPath } from "./unquoted-path.ts";
import type { GitClient } from "./git-client.ts";
import type { Digest } from "../base/digest.ts";
import type { Problem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { Workspace } from "./workspace.ts";

/** What differs from a commit. */
export interface ChangedFiles {
  /** The commit that was compared with; empty on an unborn branch, where every file differs. */
  readonly base: string;
  /**
   * Sorted. Whatever is on disk and differs from the commit's blob of that path, or is new: staged or not,
   * untracked included, ignored ones not. Renames count as new, deletions not at all.
   */
  readonly paths: readonly RelPath[];
  /** Paths of the commit that are not on disk, with its blobs. */
  readonly gone: ReadonlyMap<RelPath, Digest>;
}

/** A file of more bytes is taken to differ without being read. */
const MAX_READ = 64 * 1024 * 1024;

/**
 * The files of the working tree that differ from a commit.
 *
 * @param mergeBase compare with the newest common ancestor of `ref` and HEAD instead of `ref` itself.
 * @returns `ref-unknown` if Git can't resolve `ref`, `no-merge-base` if it finds no common ancestor.
 */
export async function changedAgainst(
  workspace: Workspace,
  ref: string,
  { mergeBase }: { readonly mergeBase: boolean },
): Promise<Result<ChangedFiles>> {
  const base = await resolveBase(workspace, ref, mergeBase);
  if (!base.ok) return base;
  if (base.value === "") return everyFile(workspace);
  const candidates = await candidatesAgainst(workspace, base.value);
  if (!candidates.ok) return candidates;
  const paths = [...candidates.value].sort();
  const ids = await blobIdsAt(workspace, base.value, paths);
  if (!ids.ok) return ids;
  const format = digestFormat(workspace);
  const differs = (path: RelPath) =>
    isDifferent(workspace, path, ids.value.get(path), (bytes) => contentDigest(bytes, format));
  const gone = [...ids.value].filter(
    ([path]) => lookAt(diskPath(workspace.root, path)) === undefined,
  );
  return success({ base: base.value, paths: paths.filter(differs), gone: new Map(gone) });
}

async function resolveBase(
  workspace: Workspace,
  ref: string,
  mergeBase: boolean,
): Promise<Result<string>> {
  if (ref === "HEAD") {
    const head = await headPosition(workspace);
    return head.ok ? success(head.value.commit) : head;
  }
  if (ref.startsWith("-")) {
    return failure({ code: "ref-unknown", ref, words: "a ref does not start with a dash" });
  }
  const client = gitClient(workspace);
  const commit = await client.text(["rev-parse", "--verify", `${ref}^{commit}`]);
  if (!commit.ok) return failure(refUnknown(ref, commit.problem));
  if (!mergeBase) return success(commit.value.trim());
  const common = await client.text(["merge-base", commit.value.trim(), "HEAD"]);
  if (common.ok) return success(common.value.trim());
  return failure(await noMergeBase(client, ref, common.problem));
}

function refUnknown(ref: string, problem: Problem): Problem {
  return problem.code === "git-failed"
    ? { code: "ref-unknown", ref, words: problem.words }
    : problem;
}

/** Git ends with 1 and without a word where there is no common ancestor. */
async function noMergeBase(client: GitClient, ref: string, problem: Problem): Promise<Problem> {
  if (problem.code !== "git-failed" || !problem.words.startsWith("ended with code 1")) {
    return refUnknown(ref, problem);
  }
  const shallow = await client.text(["rev-parse", "--is-shallow-repository"]);
  return { code: "no-merge-base", ref, shallow: shallow.ok && shallow.value.trim() === "true" };
}

async function everyFile(workspace: Workspace): Promise<Result<ChangedFiles>> {
  const listing = await startGitListing(workspace).done();
  if (!listing.ok) return listing;
  return success({ base: "", paths: listedPaths(listing.value.bytes).sort(), gone: new Map() });
}

/** Paths that may differ: where the index differs from the commit, and where the disk may from the index. */
async function candidatesAgainst(
  workspace: Workspace,
  base: string,
): Promise<Result<Set<RelPath>>> {
  const filters = await quietFilters(workspace);
  if (!filters.ok) return filters;
  const client = gitClient(workspace, filters.value);
  const staged = await client.text(["diff-index", "--cached", "--raw", "--no-renames", base]);
  if (!staged.ok) return staged;
  const status = await client.text([
    "status",
    "--porcelain=v2",
    "--branch",
    "--no-ahead-behind",
    "--untracked-files=all",
    "--ignore-submodules=all",
    "--no-renames",
  ]);
  if (!status.ok) return status;
  const paths = new Set<RelPath>();
  for (const line of staged.value.split("\n")) {
    const tab = line.indexOf("\t");
    if (tab > 0) paths.add(unquotedPath(line.slice(tab + 1)));
  }
  for (const line of status.value.split("\n")) {
    const path = STATUS_LINE.exec(line)?.[1];
    if (path !== undefined && !path.endsWith("/")) paths.add(unquotedPath(path));
  }
  return success(paths);
}

/** `1 XY sub mH mI mW hH hI path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path`, `? path` (git-status(1)). */
const STATUS_LINE = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )(.+)$/;

/** Whether a path is a regular file whose bytes are not a blob's. */
function isDifferent(
  workspace: Workspace,
  path: RelPath,
  blob: Digest | undefined,
  digest: (bytes: Buffer) => Digest,
): boolean {
  const file = diskPath(workspace.root, path);
  const stat = lookAt(file);
  if (stat?.isFile() !== true) return false;
  if (blob === undefined || stat.size > MAX_READ) return true;
  try {
    return digest(readFileSync(file)) !== blob;
  } catch (error) {
    // One that can't be read may differ: whoever checks it will say why it can't be.
    return !isAbsent(error);
  }
}

function lookAt(file: string | Buffer) {
  try {
    return lstatSync(file);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
