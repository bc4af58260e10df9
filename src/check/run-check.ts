import type { Deadline } from "../base/deadline.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { ConfigFinder } from "../scope/vale-config.ts";
import { checkFiles } from "../vale/check-files.ts";
import type { Outcome } from "../vale/outcome.ts";
import type { ValeProgram } from "../vale/vale-program.ts";
import type { VerdictCache } from "../vale/verdict-cache.ts";
import { makeChecksOf } from "./checks-of.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

export interface CheckOptions {
  readonly vale: ValeProgram;
  readonly configFor: ConfigFinder;
  readonly deadline: Deadline;
  /** Where clean verdicts are remembered; without it Vale runs on every file. */
  readonly verdicts: VerdictCache | undefined;
  readonly jobs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Checks files of a workspace under its settings; exactly one outcome for each. */
export async function runCheck(
  open: OpenWorkspace,
  paths: readonly RelPath[],
  options: CheckOptions,
): Promise<readonly Outcome[]> {
  const { workspace, settings } = open;
  const { vale, configFor, deadline, verdicts, jobs, signal, onProgress } = options;
  return await checkFiles({
    vale,
    root: workspace.root,
    files: paths.map((path) => ({ path })),
    configFor,
    useGlobalConfig: settings.useGlobalConfig,
    maxFileBytes: settings.maxFileBytes,
    deadline,
    jobs,
    signal,
    onProgress,
    verdicts:
      verdicts === undefined ? undefined : { cache: verdicts, checksOf: makeChecksOf(open, vale) },
  });
}
