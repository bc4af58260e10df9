import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { BaselineSource, FileBaseline } from "../check/baseline-source.ts";
import { readBlob } from "../scope/blobs.ts";
import type { Workspace } from "../scope/workspace.ts";
import type { Session } from "../state/session.ts";
import type { BaselineView } from "./baseline-view.ts";

/**
 * What the files of a session were at its baseline: Git's blob where the file was clean then or where Git brought it in
 * since, the digests of its lines where it was dirty or untracked, and the old path's for a renamed file.
 */
export function sessionBaseline(
  workspace: Workspace,
  session: Session,
  baseline: BaselineView,
): BaselineSource {
  const blob = async (path: RelPath, digest: Digest): Promise<FileBaseline> => {
    const bytes = await readBlob(workspace, digest);
    return bytes.ok && bytes.value !== undefined
      ? { kind: "text", path, bytes: bytes.value, digest }
      : { kind: "unknown" };
  };
  return async (path) => {
    const from = session.files.get(path)?.renamedFrom ?? path;
    const brought = session.fromGit.get(from);
    if (brought !== undefined) return await blob(from, brought);
    const file = baseline.fileAt(from);
    switch (file?.source) {
      case undefined:
        return { kind: "absent" };
      case "unknown":
        return { kind: "unknown" };
      case "git":
        return await blob(from, file.digest);
      case "bytes": {
        // Git often has what was hashed for safety's sake: a file that had only just been committed.
        const known = workspace.kind === "git" ? await blob(from, file.digest) : undefined;
        if (known?.kind === "text") return known;
        const digests = await baseline.linesAt(from);
        return digests === undefined ? { kind: "unknown" } : { kind: "line-digests", digests };
      }
    }
  };
}
