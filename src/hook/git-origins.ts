import type { Digest } from "../base/digest.ts";
import type { Problem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { blobIdsAt } from "../scope/blobs.ts";
import { headPosition } from "../scope/head-position.ts";
import { contentsBroughtBy } from "../scope/session-blobs.ts";
import type { Workspace } from "../scope/workspace.ts";
import { originsOf } from "../state/git-origin.ts";
import type { ConfirmedChange } from "../state/record-look.ts";
import type { HeadPosition, Session } from "../state/session.ts";

/** Changes by where they came from. */
export interface GitOrigins {
  /** Contents that Git brought in, by path. */
  readonly git: ReadonlyMap<RelPath, Digest>;
  /** The session's changes; all of them where Git can't tell. */
  readonly session: readonly ConfirmedChange[];
  /** Contents that the session's own commits brought. */
  readonly committed: ReadonlySet<Digest>;
  readonly head: HeadPosition | undefined;
  /** Why Git could not tell. */
  readonly problem: Problem | undefined;
}

/** Asks Git which of some changes it brought in itself. What can't be told is the session's. */
export async function gitOrigins(
  workspace: Workspace,
  session: Session,
  changes: readonly ConfirmedChange[],
): Promise<GitOrigins> {
  const untold = (problem: Problem | undefined): GitOrigins => ({
    git: new Map(),
    session: changes,
    committed: new Set(),
    head: session.head,
    problem,
  });
  if (workspace.kind === "plain" || changes.length === 0) return untold(undefined);
  const head = await headPosition(workspace);
  if (!head.ok) return untold(head.problem);
  const committed = await contentsBroughtBy(
    workspace,
    session.head ?? { commit: "", reflogBytes: 0 },
  );
  if (!committed.ok) return untold(committed.problem);
  const paths = changes.filter(({ kind }) => kind === "present").map(({ path }) => path);
  const headBlobs = await blobIdsAt(workspace, head.value.commit, paths);
  if (!headBlobs.ok) return untold(headBlobs.problem);
  const known = { headBlobs: headBlobs.value, committed: committed.value };
  const origins = originsOf(session, changes, known);
  return { ...origins, committed: committed.value, head: head.value, problem: undefined };
}
