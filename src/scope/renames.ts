import { lstatSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { systemErrorCode } from "../base/errno.ts";
import { contentDigest } from "../base/digest.ts";
import { diskPath } from "../base/rel-path.ts";
import { success } from "../base/result.ts";
import { digestFormat } from "./blobs.ts";
import { gitClient } from "./git-client.ts";
import { unquotedPath } from "./unquoted-path.ts";
import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { ChangedFiles } from "./changed-against.ts";
import type { Workspace } from "./workspace.ts";

/** What a file was before it got its name. */
export interface OldName {
  readonly path: RelPath;
  /** Its blob in the commit that was compared with. */
  readonly blob: Digest;
}

/** Files beyond which Git compares only whole contents. */
const RENAME_LIMIT = 2_000;

/** A file of more bytes is not read to find out where it comes from. */
const MAX_READ = 64 * 1024 * 1024;

/**
 * The old names of files that a commit doesn't have under their names now: those that Git's own rename detection finds in
 * the index, and, of files that Git doesn't know yet, those that hold the very content of one that is gone. Problems are
 * `git-failed` and `git-missing`.
 *
 * @param added paths that the commit doesn't have
 */
export async function oldNames(
  workspace: Workspace,
  { base, gone }: Pick<ChangedFiles, "base" | "gone">,
  added: readonly RelPath[],
): Promise<Result<ReadonlyMap<RelPath, OldName>>> {
  if (base === "" || added.length === 0 || gone.size === 0) return success(new Map());
  const listed = await gitClient(workspace).text([
    "diff-index",
    "--cached",
    "--raw",
    "--find-renames",
    `-l${RENAME_LIMIT}`,
    "--diff-filter=R",
    base,
  ]);
  if (!listed.ok) return listed;
  const names = new Map<RelPath, OldName>();
  const wanted = new Set(added);
  for (const line of listed.value.split("\n")) {
    const [facts = "", from = "", to = ""] = line.split("\t");
    const path = unquotedPath(to);
    const blob = facts.split(" ")[2];
    if (wanted.has(path) && blob !== undefined) {
      names.set(path, { path: unquotedPath(from), blob: blob as Digest });
    }
  }
  addMoved(workspace, names, gone, added);
  return success(names);
}

function addMoved(
  workspace: Workspace,
  names: Map<RelPath, OldName>,
  gone: ReadonlyMap<RelPath, Digest>,
  added: readonly RelPath[],
): void {
  const taken = new Set([...names.values()].map(({ path }) => path));
  const byBlob = new Map<Digest, RelPath[]>();
  for (const [path, blob] of gone) {
    if (!taken.has(path)) byBlob.set(blob, [...(byBlob.get(blob) ?? []), path]);
  }
  const format = digestFormat(workspace);
  for (const path of added) {
    if (names.has(path) || byBlob.size === 0) continue;
    const bytes = contentOf(diskPath(workspace.root, path));
    const blob = bytes === undefined ? undefined : contentDigest(bytes, format);
    const candidates = blob === undefined ? undefined : byBlob.get(blob);
    if (blob === undefined || candidates === undefined) continue;
    const from = candidates.find((one) => basename(one) === basename(path)) ?? candidates[0];
    if (from === undefined) continue;
    names.set(path, { path: from, blob });
    byBlob.set(
      blob,
      candidates.filter((one) => one !== from),
    );
  }
}

/** Nothing for a file that is too large or can't be read: its check says so. */
function contentOf(file: string | Buffer): Buffer | undefined {
  try {
    const stat = lstatSync(file);
    return stat.isFile() && stat.size <= MAX_READ ? readFileSync(file) : undefined;
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}
