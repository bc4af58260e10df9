import { diskPath, type RelPath } from "../base/rel-path.ts";
import { lineDigest, textLines } from "../base/text-lines.ts";
import { addedLine, matchLines } from "../report/match-lines.ts";
import { silencingComments, type SilencingComment } from "../vale/silencing-comments.ts";
import { readFileText } from "../vale/file-io.ts";
import type { BaselineSource } from "./baseline-source.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** The comments of a file that turn Vale off and stand on lines which are new since the baseline. */
export async function newSilencing(
  { workspace }: OpenWorkspace,
  path: RelPath,
  baselineOf: BaselineSource,
): Promise<readonly SilencingComment[]> {
  const text = readFileText(diskPath(workspace.root, path));
  const comments = text === undefined ? [] : silencingComments(path, text);
  if (text === undefined || comments.length === 0) return [];
  const before = await baselineOf(path);
  const known =
    before.kind === "line-digests"
      ? before.digests
      : before.kind === "text"
        ? textLines(before.bytes.toString("utf8")).map(lineDigest)
        : [];
  const pairs = matchLines(textLines(text).map(lineDigest), known);
  return comments.filter(({ firstLine, lastLine }) =>
    pairs.subarray(firstLine - 1, lastLine).includes(addedLine),
  );
}
