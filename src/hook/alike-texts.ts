import type { RelPath } from "../base/rel-path.ts";
import { lineDigest, textLines } from "../base/text-lines.ts";
import { baselineDigest, type ConfirmedChange } from "../state/confirmed-change.ts";
import { renameSources } from "../state/rename-sources.ts";
import type { Session } from "../state/session.ts";
import type { BaselineView } from "./baseline-view.ts";
import type { RootSession } from "./root-session.ts";
import { sessionBaseline } from "./session-baseline.ts";

/** Removed and new files that are compared by their text; with more of either, none is. */
const MOST_COMPARED = 100;
/** Share of lines that two texts must have in common, of the longer one; as Git's for a rename. */
const ALIKE = 0.5;

/**
 * Which new file has mostly the text that a removed one began with, by new path: a rename whose editor replaced the
 * file, so that neither content nor inode tell of it.
 */
export async function alikeTexts(
  { open, disk }: RootSession,
  session: Session,
  baseline: BaselineView,
  changes: readonly ConfirmedChange[],
): Promise<ReadonlyMap<RelPath, RelPath>> {
  const look = { changes, baseline: baseline.digestAt };
  const alike = new Map<RelPath, RelPath>();
  const removed = changes.filter(({ kind }) => kind === "removed");
  if (removed.length === 0 || removed.length > MOST_COMPARED) return alike;
  const sourceOf = renameSources(session, look);
  const added = changes
    .filter((change) => change.kind === "present")
    .filter(({ path }) => !session.files.has(path))
    .filter(({ path }) => baselineDigest(session, look, path) === undefined)
    .filter((change) => sourceOf(change) === undefined);
  if (added.length === 0 || added.length > MOST_COMPARED) return alike;
  const baselineOf = sessionBaseline(open.workspace, session, baseline);
  const sources: { readonly path: RelPath; readonly lines: readonly string[] }[] = [];
  for (const { path } of removed) {
    const known = await baselineOf(path);
    if (known.kind === "text") sources.push({ path, lines: digestsOf(known.bytes) });
    if (known.kind === "line-digests") sources.push({ path, lines: known.digests });
  }
  for (const { path } of added) {
    const read = disk.readFile(path, open.settings.maxFileBytes);
    if (read.kind !== "read") continue;
    const lines = digestsOf(read.bytes);
    const [best] = sources
      .map((source) => ({ path: source.path, share: sharedLines(lines, source.lines) }))
      .sort((a, b) => b.share - a.share || (a.path < b.path ? -1 : 1));
    if (best !== undefined && best.share >= ALIKE) alike.set(path, best.path);
  }
  return alike;
}

function digestsOf(bytes: Buffer): string[] {
  return textLines(bytes.toString("utf8")).map(lineDigest);
}

/** Share of the lines of the longer text that both have, empty lines aside. */
function sharedLines(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  let ofB = 0;
  for (const line of b) {
    if (line === "") continue;
    ofB += 1;
    left.set(line, (left.get(line) ?? 0) + 1);
  }
  let ofA = 0;
  let shared = 0;
  for (const line of a) {
    if (line === "") continue;
    ofA += 1;
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    shared += 1;
  }
  const longer = Math.max(ofA, ofB);
  return longer === 0 ? 0 : shared / longer;
}
