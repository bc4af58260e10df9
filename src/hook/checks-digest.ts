import { contentDigest, textDigest } from "../base/digest.ts";
import { nodeFileIo } from "../vale/file-io.ts";

/**
 * Digest of the contents of what is watched, so that a `touch` is no change of the checks. A path that is absent or
 * can't be read counts as such.
 */
export function checksDigest(paths: readonly string[]): string {
  const parts = paths.toSorted().flatMap((path) => {
    const facts = nodeFileIo.inspect(path);
    if (!facts.ok) return [];
    const content = facts.value.isFile ? nodeFileIo.read(path) : undefined;
    if (content === undefined) return [];
    return [path, content.ok ? contentDigest(content.value, "sha256") : content.problem];
  });
  return textDigest(...parts);
}
