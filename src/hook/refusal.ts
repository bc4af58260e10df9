import type { Problem, StateProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { settingsStamp } from "../scope/settings-files.ts";
import { dropRefusal, keepRefusal } from "../state/keep-refusal.ts";
import { isRefused } from "../state/refusal.ts";
import type { RootSession } from "./root-session.ts";

/** Whether a problem says that a workspace has too many files to be tracked, which only other settings mend. */
export function isRefusal({ code }: Problem): boolean {
  return code === "too-many-files" || code === "too-many-entries";
}

/** Whether a workspace was refused under the settings that hold now, and that was told. */
export function isStillRefused({ open, store }: RootSession): boolean {
  return isRefused(store.paths, settingsStamp(open.workspace.root, open.env));
}

/** Remembers a refusal that this event tells, or forgets one that ended. */
export async function noteRefusal(
  root: RootSession,
  refused: boolean,
): Promise<Result<void, StateProblem>> {
  const { open, store } = root;
  if (refused === isStillRefused(root)) return success(undefined);
  return refused
    ? await keepRefusal(store.paths, settingsStamp(open.workspace.root, open.env))
    : await dropRefusal(store.paths);
}
