/** One move of HEAD, as its reflog has it. */
export interface ReflogEntry {
  /** Commit ids; all zeros where there was none. */
  readonly from: string;
  readonly to: string;
  readonly message: string;
}

/**
 * Whose a move of HEAD is. `session`: it made a commit of what the work tree held, or can't be recognised.
 * `pick`: it made another commit of one that was there before. `merge`: it joined histories. `git`: it only
 * went to commits that were there.
 */
export type MoveKind = "session" | "pick" | "merge" | "git";

/** The entries of a part of a reflog, oldest first. A line that is no entry is left out. */
export function parseReflog(text: string): ReflogEntry[] {
  const entries: ReflogEntry[] = [];
  for (const line of text.split("\n")) {
    const found = /^([0-9a-f]{40}(?:[0-9a-f]{24})?) ([0-9a-f]+) [^\t]*(?:\t(.*))?$/.exec(line);
    if (found === null) continue;
    entries.push({ from: found[1] ?? "", to: found[2] ?? "", message: found[3] ?? "" });
  }
  return entries;
}

const GIT_MOVES: readonly RegExp[] = [
  /^checkout: moving from .+ to .+$/,
  /^reset: moving to .+$/,
  /^(?:merge|pull)\b.*: Fast-forward$/,
  /^clone: from .+$/,
  /^initial pull$/,
  /^Branch: renamed .+ to .+$/,
  /^(?:rebase|pull)\b.* \((?:start|finish|abort)\): (?:checkout|returning to|updating HEAD)\b.*$/,
  /^(?:rebase|pull)\b.*: checkout \S+$/,
  /^rebase(?: -i)? finished: returning to .+$/,
  /^rebase: aborting$/,
  /^cherry-pick: fast-forward$/,
];

const MERGES: readonly RegExp[] = [
  /^(?:merge|pull)\b.*: (?:Merge made by .+|In-index merge|Merge)$/,
  /^(?:rebase|pull)\b.* \(merge\): .*$/,
];

const PICKS: readonly RegExp[] = [
  /^(?:rebase|pull)\b.* \((?:pick|reword|edit)\): .*$/,
  /^cherry-pick: .*$/,
  /^rebase: .*$/,
];

/**
 * Tells by its message whose a move is. The messages are Git's own (2.39; `GIT_REFLOG_ACTION` changes their
 * beginning). What resolves a conflict or melts commits (`commit`, `rebase (continue)`, `(fixup)`,
 * `(squash)`) made new content by hand, and what isn't known at all may have: both are the session's.
 */
export function moveKind(message: string): MoveKind {
  if (GIT_MOVES.some((known) => known.test(message))) return "git";
  if (MERGES.some((known) => known.test(message))) return "merge";
  if (PICKS.some((known) => known.test(message))) return "pick";
  return "session";
}

const ZEROS = /^0*$/;

/** Whether an id stands for no commit. */
export function isNoCommit(id: string): boolean {
  return ZEROS.test(id);
}

/**
 * The moves that lead from one commit to another without a gap. Where entries do not meet, or do not
 * reach the end, the way between is one move without a message.
 */
export function unbroken(entries: readonly ReflogEntry[], from: string, to: string): ReflogEntry[] {
  const moves: ReflogEntry[] = [];
  let at = from;
  for (const entry of entries) {
    if (isNoCommit(entry.to)) continue;
    const renamed = isNoCommit(entry.from) && entry.message.startsWith("Branch: renamed ");
    if (entry.from !== at && !renamed && !(isNoCommit(entry.from) && isNoCommit(at))) {
      moves.push({ from: at, to: entry.from, message: "" });
    }
    moves.push(renamed ? { ...entry, from: at } : entry);
    at = entry.to;
  }
  if (at !== to) moves.push({ from: at, to, message: "" });
  return moves.filter((move) => move.from !== move.to && !isNoCommit(move.to));
}
