import { failure, success } from "../base/result.ts";
import { gitHistory, type GitHistory } from "./git-history.ts";
import { gitFailed } from "./listing.ts";
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
  history: GitHistory = gitHistory(workspace),
): Promise<Result<HeadPosition, ScopeProblem>> {
  for (;;) {
    const reflogBytes = history.reflogBytes();
    const commit = await headCommit(history);
    if (!commit.ok) return commit;
    // A move between the two would leave a position that no reflog entry leads to.
    if (history.reflogBytes() === reflogBytes)
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
  history: GitHistory = gitHistory(workspace),
): Promise<Result<ReflogEntry[], ScopeProblem>> {
  const now = await headPosition(workspace, history);
  if (!now.ok) return now;
  const reflog = history.reflog().subarray(0, now.value.reflogBytes);
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

async function headCommit(history: GitHistory): Promise<Result<string, ScopeProblem>> {
  const commit = await history.text(["rev-parse", "--verify", "HEAD^{commit}"]);
  if (commit.ok) return success(commit.value.trim());
  if (commit.problem.code !== "git-failed") return commit;
  // An unborn branch is told from a damaged HEAD: it names a branch that is not there.
  const branch = await history.text(["symbolic-ref", "HEAD"]);
  if (!branch.ok) return commit;
  const known = await history.text(["for-each-ref", "--format=%(refname)", branch.value.trim()]);
  if (!known.ok) return known;
  return known.value.trim() === ""
    ? success("")
    : failure(gitFailed("rev-parse", commit.problem.words));
}
