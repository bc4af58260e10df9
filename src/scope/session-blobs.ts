import { failure, success } from "../base/result.ts";
import { allBlobIds } from "./blobs.ts";
import { gitHistory, type GitHistory } from "./git-history.ts";
import { gitFailed } from "./listing.ts";
import { isNoCommit, moveKind } from "./reflog.ts";
import { movesSince } from "./head-position.ts";
import type { Digest } from "../base/digest.ts";
import type { HeadPosition } from "./head-position.ts";
import type { MoveKind, ReflogEntry } from "./reflog.ts";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/** A move of HEAD that may have brought content of the session's own. */
interface Move extends ReflogEntry {
  readonly kind: MoveKind;
}

interface Commit {
  /** Author and author date: a pick keeps both. */
  readonly authorship: string;
  readonly parents: number;
}

/** A file that a move changed: what it was on each side before, what it is after. */
interface BlobChange {
  readonly before: readonly string[];
  readonly after: Digest;
}

/**
 * Every blob that the session itself put into Git since a position of HEAD: what its commits, amends, reverts
 * and applied patches brought, what their picks brought (by rebase or cherry-pick; recognised by author
 * and author date), and what a merge made of the session's blobs. A move of HEAD that can't be recognised
 * counts as the session's. Pass an empty commit for a baseline on an unborn branch.
 */
export async function contentsBroughtBy(
  workspace: Workspace,
  since: HeadPosition,
  history: GitHistory = gitHistory(workspace),
): Promise<Result<ReadonlySet<Digest>, ScopeProblem>> {
  const own = new Set<Digest>();
  const found = await movesSince(workspace, since, history);
  if (!found.ok) return found;
  const moves: Move[] = [];
  for (const { from, to, message } of found.value) {
    const kind = moveKind(message);
    if (kind !== "git") moves.push({ from, to, message, kind });
  }
  if (!moves.some((move) => move.kind === "session")) return success(own);
  const commits = await readCommits(history, moves);
  if (!commits.ok) return commits;
  const relevant = sessionsOwn(moves, commits.value);
  const changes = await readChanges(workspace, history, relevant, commits.value);
  if (!changes.ok) return changes;
  for (const [index, move] of relevant.entries()) {
    const isMerge = parentsOf(move, commits.value) > 1 && move.kind !== "session";
    for (const { before, after } of changes.value[index] ?? []) {
      if (!isMerge || before.some((id) => own.has(id as Digest))) own.add(after);
    }
  }
  return success(own);
}

/** The moves that count: the session's, picks of commits that are the session's by then, and merges. */
function sessionsOwn(moves: readonly Move[], commits: ReadonlyMap<string, Commit>): Move[] {
  const authorships = new Set<string>();
  return moves.filter((move) => {
    const authorship = commits.get(move.to)?.authorship ?? "";
    if (move.kind === "session") authorships.add(authorship);
    return move.kind !== "pick" || authorships.has(authorship);
  });
}

function parentsOf(move: Move, commits: ReadonlyMap<string, Commit>): number {
  return commits.get(move.to)?.parents ?? 0;
}

async function readCommits(
  history: GitHistory,
  moves: readonly Move[],
): Promise<Result<ReadonlyMap<string, Commit>, ScopeProblem>> {
  const format = "--format=tformat:%H%x00%an%x00%ae%x00%at%x00%P";
  const ids = [...new Set(moves.map((move) => move.to))];
  const listed = await history.text(
    ["rev-list", "--no-walk=unsorted", "--stdin", format],
    `${ids.join("\n")}\n`,
  );
  if (!listed.ok) return listed;
  const commits = new Map<string, Commit>();
  for (const line of listed.value.split("\n")) {
    const [id = "", name, email, date, parents] = line.split("\0");
    if (parents === undefined) continue;
    const count = parents.split(" ").filter((parent) => parent !== "").length;
    commits.set(id, { authorship: [name, email, date].join("\0"), parents: count });
  }
  return success(commits);
}

/** What each move changed, in their order. */
async function readChanges(
  workspace: Workspace,
  history: GitHistory,
  moves: readonly Move[],
  commits: ReadonlyMap<string, Commit>,
): Promise<Result<BlobChange[][], ScopeProblem>> {
  const compared = moves.filter((move) => !isNoCommit(move.from));
  const diffs = await compare(
    history,
    compared.map((move) => question(move, commits)),
  );
  if (!diffs.ok) return diffs;
  const changes: BlobChange[][] = [];
  for (const move of moves) {
    if (isNoCommit(move.from)) {
      const all = await allBlobIds(workspace, move.to, history);
      if (!all.ok) return all;
      changes.push(all.value.map((after) => ({ before: [], after })));
    } else {
      changes.push(diffs.value.shift() ?? []);
    }
  }
  return success(changes);
}

/** A merge is compared with all its parents, any other move with where HEAD was. */
function question(move: Move, commits: ReadonlyMap<string, Commit>): string {
  const joins = move.kind === "merge" || move.message.startsWith("commit (merge): ");
  return joins && parentsOf(move, commits) > 1 ? move.to : `${move.to} ${move.from}`;
}

async function compare(
  history: GitHistory,
  questions: readonly string[],
): Promise<Result<BlobChange[][], ScopeProblem>> {
  if (questions.length === 0) return success([]);
  const format = ["--always", "-r", "-c", "--raw", "--no-abbrev", "--no-renames"];
  const answers = await history.text(
    ["diff-tree", "--stdin", ...format],
    `${questions.join("\n")}\n`,
  );
  if (!answers.ok) return answers;
  const diffs = parseRawDiffs(answers.value);
  // Git passes over a commit that it does not have.
  if (diffs.length !== questions.length) {
    return failure(gitFailed("diff-tree", "a commit that HEAD stood at is missing"));
  }
  return success(diffs);
}

/**
 * Reads raw diffs, each after a line with its commit: plain (`:mode mode id id S\tpath`) and combined, with a
 * colon, a mode and an id for each parent (`::mode mode mode id id id SS\tpath`).
 */
function parseRawDiffs(text: string): BlobChange[][] {
  const diffs: BlobChange[][] = [];
  for (const line of text.split("\n")) {
    const parents = /^:*/.exec(line)?.[0].length ?? 0;
    if (parents === 0) {
      if (line !== "") diffs.push([]);
      continue;
    }
    const fields = line.slice(parents, line.indexOf("\t")).split(" ");
    const mode = fields[parents] ?? "";
    const ids = fields.slice(parents + 1, 2 * (parents + 1));
    if (!mode.startsWith("100")) continue;
    diffs.at(-1)?.push({ before: ids.slice(0, -1), after: (ids.at(-1) ?? "") as Digest });
  }
  return diffs;
}
