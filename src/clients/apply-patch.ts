const UPDATE = "*** Update File: ";
const MOVE = "*** Move to: ";
const HEADERS = ["*** Add File: ", "*** Delete File: ", UPDATE, MOVE];

/**
 * The paths that the text of Codex's `apply_patch` adds, updates, deletes or moves to, each once, in order. A line of a
 * file's content is never taken for a header. Blanks before a header are allowed, as Codex allows them, but not in an
 * update, where a leading blank makes a line content.
 */
export function patchedPaths(patch: string): readonly string[] {
  const paths = new Set<string>();
  let inUpdate = false;
  for (const line of patch.split(/\r?\n/)) {
    const text: string = inUpdate ? line : line.trimStart();
    const header = HEADERS.find((start) => text.startsWith(start));
    if (header === undefined) continue;
    paths.add(text.slice(header.length).trim());
    inUpdate = header === UPDATE || header === MOVE;
  }
  paths.delete("");
  return [...paths];
}
