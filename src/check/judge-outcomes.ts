import { availableParallelism } from "node:os";
import pMap from "p-map";

import type { Outcome } from "../vale/outcome.ts";
import { makeJudge, type JudgedFile, type JudgeOptions } from "./judge-file.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** Judges every file that was checked, as many at once as there are cores. */
export async function judgeOutcomes(
  open: OpenWorkspace,
  outcomes: readonly Outcome[],
  options: JudgeOptions,
): Promise<readonly JudgedFile[]> {
  const judge = makeJudge(open, options);
  const checked = outcomes.filter((outcome) => outcome.kind === "checked");
  return await pMap(checked, judge, { concurrency: availableParallelism() });
}
