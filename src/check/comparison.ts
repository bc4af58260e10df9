import type { RelPath } from "../base/rel-path.ts";
import { success, type Result } from "../base/result.ts";
import { blobIdsAt, readBlob } from "../scope/blobs.ts";
import { changedAgainst } from "../scope/changed-against.ts";
import { oldNames } from "../scope/renames.ts";
import type { BaselineSource } from "./baseline-source.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** What a scan compares with: the files that differ, and what each of them was. */
export interface Comparison {
  readonly changed: ReadonlySet<RelPath>;
  readonly baselineOf: BaselineSource;
}

/**
 * Compares the working tree with a commit: `ref` itself, or the newest common ancestor of it and HEAD. A renamed file is
 * compared with what it was under its old name. Problems:
 * `ref-unknown`, `git-failed`; outside Git `git-failed` with Git's words.
 */
export async function compareWithRef(
  { workspace }: OpenWorkspace,
  ref: string,
  options: { readonly mergeBase: boolean },
): Promise<Result<Comparison>> {
  const changed = await changedAgainst(workspace, ref, options);
  if (!changed.ok) return changed;
  const { base, paths } = changed.value;
  const ids = await blobIdsAt(workspace, base, paths);
  if (!ids.ok) return ids;
  const added = paths.filter((path) => !ids.value.has(path));
  const renamed = await oldNames(workspace, changed.value, added);
  if (!renamed.ok) return renamed;
  const baselineOf: BaselineSource = async (path) => {
    const old = renamed.value.get(path) ?? { path, blob: ids.value.get(path) };
    const digest = old.blob;
    if (digest === undefined) return { kind: "absent" };
    const bytes = await readBlob(workspace, digest);
    return bytes.ok && bytes.value !== undefined
      ? { kind: "text", path: old.path, bytes: bytes.value, digest }
      : { kind: "unknown" };
  };
  return success({ changed: new Set(paths), baselineOf });
}
