import { relPathFromBytes } from "../base/rel-path.ts";
import type { RelPath } from "../base/rel-path.ts";

const NUL = 0;
const SLASH = 0x2f;

/**
 * The paths of a raw listing, each once, in the listing's order. Folders of nested repositories, which Git
 * lists with a slash at the end, are left out. Submodules and links are not: only `lstat` can tell.
 */
export function listedPaths(bytes: Buffer): RelPath[] {
  // One decoding of the whole is many times faster than one a path, and right if it lost nothing.
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? fromBytes(bytes) : fromText(text);
}

function fromText(text: string): RelPath[] {
  const paths: RelPath[] = [];
  let previous = "";
  for (const path of text.split("\0")) {
    if (path !== "" && path !== previous && !path.endsWith("/")) paths.push(path as RelPath);
    previous = path;
  }
  return paths;
}

function fromBytes(bytes: Buffer): RelPath[] {
  const paths: RelPath[] = [];
  let previous = "";
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NUL, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start && bytes[end - 1] !== SLASH) {
      const path = relPathFromBytes(bytes.subarray(start, end));
      if (path !== previous) paths.push(path);
      previous = path;
    }
    start = end + 1;
  }
  return paths;
}
