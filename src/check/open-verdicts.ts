import { success, type Result } from "../base/result.ts";
import { stateFolder } from "../scope/workspace.ts";
import { openAnswerStore } from "../state/answer-store.ts";
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
  const folder = stateFolder(workspace);
  const clean = await openVerdictStore(folder);
  if (!clean.ok) {
    return { cache: undefined, answers: undefined, flush: () => Promise.resolve(clean) };
  }
  const answers = openAnswerStore(folder);
  return {
    cache: clean.value,
    answers,
    flush: async () => {
      const flushed = [await clean.value.flush(), await answers.flush()];
      return flushed.find(({ ok }) => !ok) ?? success(undefined);
    },
  };
}
