import type { Digest } from "../base/digest.ts";
import type { Problem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { success } from "../base/result.ts";
import { blobIdsAt } from "../scope/blobs.ts";
import { gitHistory, type GitHistory } from "../scope/git-history.ts";
import { headPosition } from "../scope/head-position.ts";
import { contentsBroughtBy } from "../scope/session-blobs.ts";
import type { Workspace } from "../scope/workspace.ts";
import { originsOf, type Origins } from "../state/git-origin.ts";
import type { ConfirmedChange } from "../state/confirmed-change.ts";
import type { Session } from "../state/session.ts";

/** Changes by where they came from; all are the session's where Git can't tell. */
export interface GitOrigins extends Origins {
  /** Why Git could not tell. */
  readonly problem: Problem | undefined;
}

/** Asks Git which of some changes it brought in itself. What can't be told is the session's. */
export async function gitOrigins(
  workspace: Workspace,
  session: Session,
  changes: readonly ConfirmedChange[],
  history: GitHistory = gitHistory(workspace),
): Promise<GitOrigins> {
  const untold = (problem: Problem | undefined): GitOrigins => ({
    git: new Map(),
    takenAway: new Set(),
    session: changes,
    problem,
  });
  if (workspace.kind === "plain" || changes.length === 0) return untold(undefined);
  const paths = changes.map(({ path }) => path);
  const headBlobs = await headBlobsAt(workspace, paths, history);
  if (!headBlobs.ok) return untold(headBlobs.problem);
  const mayBeGits = changes.some((change) => {
    return change.kind === "present" && headBlobs.value.get(change.path) === change.digest;
  });
  const since = session.head ?? { commit: "", reflogBytes: 0 };
  const committed = mayBeGits
    ? await contentsBroughtBy(workspace, since, history)
    : success(new Set<Digest>());
  if (!committed.ok) return untold(committed.problem);
  const known = { headBlobs: headBlobs.value, committed: committed.value };
  return { ...originsOf(session, changes, known), problem: undefined };
}

/** What HEAD has at some paths: one question, and a second one only where there is no commit yet. */
async function headBlobsAt(
  workspace: Workspace,
  paths: readonly RelPath[],
  history: GitHistory,
): ReturnType<typeof blobIdsAt> {
  const blobs = await blobIdsAt(workspace, "HEAD", paths, history);
  if (blobs.ok) return blobs;
  const head = await headPosition(workspace, history);
  return head.ok && head.value.commit === "" ? success(new Map()) : blobs;
}
