import { failure, success, type Result } from "../base/result.ts";
import type { Comparison } from "../check/comparison.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { digestFormat } from "../scope/blobs.ts";
import { stateFolder } from "../scope/workspace.ts";
import { findSession } from "../state/find-session.ts";
import { nodeStorage } from "../state/node-storage.ts";
import { openStoreAt } from "../state/store.ts";
import { openBaseline } from "./baseline-view.ts";
import { sessionBaseline } from "./session-baseline.ts";

/**
 * Compares a workspace with the baseline of a hook session, named by its id or as `valehook status` shows it: the files that the session is known to have changed. Problems:
 * `session-unknown`, `session-ambiguous`, and those of reading its state.
 */
export async function compareWithSession(
  { workspace }: OpenWorkspace,
  named: string,
): Promise<Result<Comparison>> {
  const found = await findSession(nodeStorage, stateFolder(workspace), named);
  if (!found.ok) return found;
  const [paths] = found.value;
  const count = found.value.length;
  if (count > 1) return failure({ code: "session-ambiguous", id: named, count });
  if (paths === undefined) return failure({ code: "session-unknown", id: named });
  const store = openStoreAt(paths);
  const session = await store.peek();
  if (!session.ok) return session;
  if (session.value === undefined) return failure({ code: "session-unknown", id: named });
  const baseline = await openBaseline(store, digestFormat(workspace));
  if (!baseline.ok) return failure({ code: "session-unknown", id: named });
  return success({
    changed: new Set(session.value.files.keys()),
    baselineOf: sessionBaseline(workspace, session.value, baseline.value),
  });
}
