import type { Result } from "../base/result.ts";
import { stateFolder } from "../scope/workspace.ts";
import { openVerdictStore } from "../state/verdict-store.ts";
import type { VerdictCache } from "../vale/verdict-cache.ts";
import type { BaselineAnswers } from "./judge-file.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** What Vale said before, remembered for a workspace. */
export interface Verdicts {
  readonly cache: VerdictCache | undefined;
  readonly answers: BaselineAnswers | undefined;
  /** Writes what is new. A problem costs nothing but time at the next check. */
  readonly flush: () => Promise<Result<void>>;
}

/** Opens what is remembered of a workspace; without a usable store nothing is. */
export async function openVerdicts({ workspace }: OpenWorkspace): Promise<Verdicts> {
  const store = await openVerdictStore(stateFolder(workspace));
  if (!store.ok) {
    return { cache: undefined, answers: undefined, flush: () => Promise.resolve(store) };
  }
  const { value } = store;
  return { cache: value, answers: undefined, flush: () => value.flush() };
}
