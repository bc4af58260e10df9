import { failure, success } from "../base/result.ts";
import { gitClient } from "./git-client.ts";
import { gitHistory, type GitHistory } from "./git-history.ts";
import { gitFailed } from "./listing.ts";
import { hasEscapedBytes } from "../base/rel-path.ts";
import { readRepositoryFormat } from "./repository-format.ts";
import { unquotedPath } from "./unquoted-path.ts";
import type { Digest, DigestFormat } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/** Up to this many paths are asked for by name; for more, listing the whole tree is quicker. */
const ASK_BY_NAME = 200;

/** Blobs that are read in one Git call, so that memory stays bounded by their sizes. */
const READ_AT_ONCE = 50;

/** The hash outside Git: the one of most repositories, for the folder may become one while a session runs. */
export const PLAIN_FORMAT: DigestFormat = "sha1";

/** The hash that digests of a workspace use: its repository's object format. */
export function digestFormat(workspace: Workspace): DigestFormat {
  const { gitDir, commonDir } = workspace;
  if (gitDir === undefined || commonDir === undefined) return PLAIN_FORMAT;
  return readRepositoryFormat(gitDir, commonDir).objectFormat;
}

/**
 * The ids of the regular files that a commit has at some paths. Paths that it does not have, or that are links
 * or submodules there, are left out; so are all where `commit` is empty (an unborn branch).
 */
export async function blobIdsAt(
  workspace: Workspace,
  commit: string,
  paths: readonly RelPath[],
  history: GitHistory = gitHistory(workspace),
): Promise<Result<ReadonlyMap<RelPath, Digest>, ScopeProblem>> {
  if (commit === "" || paths.length === 0) return success(new Map());
  const byName = paths.length <= ASK_BY_NAME && !paths.some(hasEscapedBytes);
  const command = ["ls-tree", "-r", "--full-tree", commit];
  const listed = await history.text(byName ? [...command, "--", ...paths] : command);
  if (!listed.ok) return listed;
  const wanted = new Set(paths);
  const ids = new Map<RelPath, Digest>();
  for (const { id, path } of treeEntries(listed.value)) {
    if (wanted.has(path)) ids.set(path, id);
  }
  return success(ids);
}

/** The ids of all regular files of a commit. */
export async function allBlobIds(
  workspace: Workspace,
  commit: string,
  history: GitHistory = gitHistory(workspace),
): Promise<Result<readonly Digest[], ScopeProblem>> {
  const listed = await history.text(["ls-tree", "-r", "--full-tree", commit]);
  return listed.ok ? success(treeEntries(listed.value).map(({ id }) => id)) : listed;
}

/** The bytes of blobs as Git stores them: no conversion, no filter. Blobs that Git does not have are left out. */
export async function readBlobs(
  workspace: Workspace,
  ids: readonly Digest[],
): Promise<Result<ReadonlyMap<Digest, Buffer>, ScopeProblem>> {
  const blobs = new Map<Digest, Buffer>();
  const client = gitClient(workspace);
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const asked = ids.slice(start, start + READ_AT_ONCE);
    const answer = await client.objects(`${asked.join("\n")}\n`);
    if (!answer.ok) return answer;
    if (!takeBlobs(answer.value, blobs)) {
      return failure(gitFailed("cat-file", "its answer ended too early"));
    }
  }
  return success(blobs);
}

/** {@link readBlobs} for one; nothing if Git does not have it. */
export async function readBlob(
  workspace: Workspace,
  id: Digest,
): Promise<Result<Buffer | undefined, ScopeProblem>> {
  const blobs = await readBlobs(workspace, [id]);
  return blobs.ok ? success(blobs.value.get(id)) : blobs;
}

const TREE_ENTRY = /^100(?:644|755|664) blob ([0-9a-f]+)\t(.*)$/gm;

function treeEntries(listed: string): { id: Digest; path: RelPath }[] {
  return [...listed.matchAll(TREE_ENTRY)].map(([, id = "", path = ""]) => ({
    id: id as Digest,
    path: unquotedPath(path),
  }));
}

const LINE_FEED = 0x0a;

/** Reads `<id> blob <size>\n<bytes>\n` and `<id> missing\n`, again and again. False if the answer is cut. */
function takeBlobs(answer: Buffer, blobs: Map<Digest, Buffer>): boolean {
  let at = 0;
  while (at < answer.length) {
    const end = answer.indexOf(LINE_FEED, at);
    if (end < 0) return false;
    const [id = "", type, size = "0"] = answer.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type === "missing") continue;
    const bytes = answer.subarray(at, at + Number(size));
    if (bytes.length < Number(size)) return false;
    if (type === "blob") blobs.set(id as Digest, bytes);
    at += bytes.length + 1;
  }
  return true;
}
