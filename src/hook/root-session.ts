import { openFound, type OpenWorkspace } from "../check/open-workspace.ts";
import { digestFormat, PLAIN_FORMAT } from "../scope/blobs.ts";
import { plainStateFolder, stateFolder, type Workspace } from "../scope/workspace.ts";
import type { Disk } from "../snapshot/disk.ts";
import { nodeDisk } from "../snapshot/node-disk.ts";
import { openSessionRoots, type SessionRoots } from "../state/session-roots.ts";
import { userSessionsFolder } from "../state/quiet-roots.ts";
import { adoptSession } from "../state/adopt-session.ts";
import { nodeStorage } from "../state/node-storage.ts";
import { hasBaseline, sessionPaths, type SessionPaths } from "../state/store-paths.ts";
import { openSessionStore, type SessionStore } from "../state/store.ts";

/** One workspace of a session, opened for one event. */
export interface RootSession {
  readonly open: OpenWorkspace;
  readonly store: SessionStore;
  readonly disk: Disk;
  /** Every workspace of the session. */
  readonly roots: SessionRoots;
}

/** Opens a workspace for a session. Nothing is read of the session yet. */
export async function openRootSession(
  workspace: Workspace,
  sessionId: string,
  env: NodeJS.ProcessEnv,
): Promise<RootSession> {
  const open = await openFound(workspace, { env });
  const folder = stateFolder(workspace);
  const roots = openSessionRoots({ folder: userSessionsFolder(env), sessionId });
  const store = openSessionStore({
    stateFolder: folder,
    sessionId,
    everStarted: async () => {
      const known = await roots.roots();
      return known.ok && known.value.includes(workspace.root);
    },
  });
  if (workspace.kind === "git" && !hasBaseline(store.paths)) {
    await adoptPlainState(workspace, store.paths, sessionId);
  }
  return { open, store, disk: nodeDisk(workspace.root, folder), roots };
}

/** What stands in the way is met again when the state is read, and told then. */
async function adoptPlainState(
  workspace: Workspace,
  paths: SessionPaths,
  sessionId: string,
): Promise<void> {
  if (digestFormat(workspace) !== PLAIN_FORMAT) return;
  const plain = sessionPaths(plainStateFolder(workspace), sessionId);
  await adoptSession(nodeStorage, plain, paths);
}
