import { lstatSync } from "node:fs";

import { diskPath } from "../base/rel-path.ts";
import type { RelPath } from "../base/rel-path.ts";

/**
 * Makes a test of whether a path is reached through a link: Git still lists the files of a tracked folder that
 * was replaced by one, and `lstat` of such a file follows it. Each folder is looked at once in the
 * test's life. A folder that is gone is no link.
 */
export function makeLinkTest(root: string): (path: RelPath) => boolean {
  const known = new Map<string, boolean>([["", false]]);
  const isLinked = (folder: string): boolean => {
    const memo = known.get(folder);
    if (memo !== undefined) return memo;
    const stat = lstatSync(diskPath(root, folder as RelPath), { throwIfNoEntry: false });
    const linked = isLinked(folderOf(folder)) || stat?.isSymbolicLink() === true;
    known.set(folder, linked);
    return linked;
  };
  let lastFolder = "";
  let lastAnswer = false;
  return (path) => {
    const folder = folderOf(path);
    if (folder !== lastFolder) {
      lastAnswer = isLinked(folder);
      lastFolder = folder;
    }
    return lastAnswer;
  };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
