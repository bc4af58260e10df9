import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { failure, success } from "../base/result.ts";
import { gitClient } from "./git-client.ts";
import { gitFailed } from "./listing.ts";
import { isAbsent } from "./errno.ts";
import { isNoCommit, parseReflog, unbroken } from "./reflog.ts";
import type { ReflogEntry } from "./reflog.ts";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/** Where HEAD stands, and how far its reflog goes. */
export interface HeadPosition {
  /** The commit's id; empty on an unborn branch. */
  readonly commit: string;
  /** Length in bytes of HEAD's reflog; 0 where there is none. */
  readonly reflogBytes: number;
}

/** Where HEAD of a work tree stands now. */
export async function headPosition(
  workspace: Workspace,
): Promise<Result<HeadPosition, ScopeProblem>> {
  for (;;) {
    const reflogBytes = reflogSize(workspace);
    const commit = await headCommit(workspace);
    if (!commit.ok) return commit;
    // A move between the two would leave a position that no reflog entry leads to.
    if (reflogSize(workspace) === reflogBytes)
      return success({ commit: commit.value, reflogBytes });
  }
}

/**
 * How HEAD came from a position to where it is now, oldest move first, without gaps. Git may drop old entries
 * and so shift the rest: then the moves since HEAD first stood at that commit are taken, or, if it is nowhere
 * to be found, the whole way as one move that has no message.
 */
export async function movesSince(
  workspace: Workspace,
  since: HeadPosition,
): Promise<Result<ReflogEntry[], ScopeProblem>> {
  const now = await headPosition(workspace);
  if (!now.ok) return now;
  const reflog = readReflog(workspace).subarray(0, now.value.reflogBytes);
  return success(unbroken(laterEntries(reflog, since), since.commit, now.value.commit));
}

function laterEntries(reflog: Buffer, since: HeadPosition): ReflogEntry[] {
  const before = parseReflog(reflog.toString("utf8", 0, since.reflogBytes)).at(-1);
  const isIntact = reflog.length >= since.reflogBytes && leadsTo(before, since.commit);
  if (isIntact) return parseReflog(reflog.toString("utf8", since.reflogBytes));
  const all = parseReflog(reflog.toString("utf8"));
  const first = all.findIndex((entry) => entry.to === since.commit);
  return first < 0 ? [] : all.slice(first + 1);
}

/** Whether an entry is the last before a position. A reflog that was empty then has none. */
function leadsTo(entry: ReflogEntry | undefined, commit: string): boolean {
  return entry === undefined || entry.to === commit || (isNoCommit(entry.to) && commit === "");
}

async function headCommit(workspace: Workspace): Promise<Result<string, ScopeProblem>> {
  const client = gitClient(workspace);
  const commit = await client.text(["rev-parse", "--verify", "HEAD^{commit}"]);
  if (commit.ok) return success(commit.value.trim());
  if (commit.problem.code !== "git-failed") return commit;
  // An unborn branch is told from a damaged HEAD: it names a branch that is not there.
  const branch = await client.text(["symbolic-ref", "HEAD"]);
  if (!branch.ok) return commit;
  const known = await client.text(["for-each-ref", "--format=%(refname)", branch.value.trim()]);
  if (!known.ok) return known;
  return known.value.trim() === ""
    ? success("")
    : failure(gitFailed("rev-parse", commit.problem.words));
}

/** HEAD's own reflog: of this work tree, whatever others do. */
function reflogFile(workspace: Workspace): string | undefined {
  return workspace.gitDir === undefined ? undefined : join(workspace.gitDir, "logs", "HEAD");
}

function reflogSize(workspace: Workspace): number {
  const file = reflogFile(workspace);
  if (file === undefined) return 0;
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function readReflog(workspace: Workspace): Buffer {
  const file = reflogFile(workspace);
  if (file === undefined) return Buffer.alloc(0);
  try {
    return readFileSync(file);
  } catch (error) {
    if (isAbsent(error)) return Buffer.alloc(0);
    throw error;
  }
}
