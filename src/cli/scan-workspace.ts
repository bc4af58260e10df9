import { deadlineIn } from "../base/deadline.ts";
import { explainLine } from "../base/explain.ts";
import type { Problem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { success, type Result } from "../base/result.ts";
import type { Comparison } from "../check/comparison.ts";
import { findVale } from "../check/find-vale.ts";
import { judgeOutcomes } from "../check/judge-outcomes.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { openVerdicts } from "../check/open-verdicts.ts";
import { runCheck } from "../check/run-check.ts";
import { buildScanReport } from "../report/build-scan-report.ts";
import { startProgress } from "./progress.ts";
import type { ScanReport, SourceText } from "../report/scan-report.ts";
import type { Finding } from "../vale/finding.ts";
import type { Outcome } from "../vale/outcome.ts";
import { valeVersion } from "../vale/vale-version.ts";
import type { CliContext } from "./command.ts";
import type { ScanOptions } from "./scan-flags.ts";
import { comparisonOf } from "./scan-basis.ts";
import { selectFiles, type Selection } from "./scan-selection.ts";
import { filesOfShard } from "./shard.ts";
import { textOnDisk } from "./text-on-disk.ts";

/** A scan has no deadline of its own: each Vale run is bounded, and a person can end it. */
export const NO_DEADLINE_MS = 7 * 24 * 60 * 60 * 1000;

export interface Scanned {
  readonly report: ScanReport;
  readonly sourceText: SourceText;
}

/** Scans files of the workspace. Problems are those that leave nothing to report on. */
export async function scanWorkspace(
  context: CliContext,
  open: OpenWorkspace,
  options: ScanOptions,
): Promise<Result<Scanned>> {
  const startedAt = performance.now();
  const comparison = await comparisonOf(open, options.basis);
  if (!comparison.ok) return comparison;
  const selected = await selectFiles(open, {
    cwd: context.cwd,
    names: options.paths,
    among: comparison.value?.changed,
  });
  if (!selected.ok) return selected;
  const checked = await check(context, open, options, selected.value, comparison.value);
  const report = buildScanReport({
    root: open.workspace.root,
    vale: checked.vale,
    outcomes: checked.outcomes,
    problems: [...selected.value.problems, ...checked.problems],
    skipped: selected.value.skipped,
    unconfigured: selected.value.nothing,
    minLevel: options.minLevel,
    older: checked.older,
    report: options.report,
    durationMs: performance.now() - startedAt,
  });
  return success({ report, sourceText: textOnDisk(open.workspace.root) });
}

interface CheckedFiles {
  readonly vale: { readonly path: string; readonly version: string | undefined } | undefined;
  readonly outcomes: readonly Outcome[];
  readonly problems: readonly Problem[];
  readonly older: ReadonlySet<Finding> | undefined;
}

async function check(
  context: CliContext,
  open: OpenWorkspace,
  options: ScanOptions,
  { files, rules, nothing }: Selection,
  comparison: Comparison | undefined,
): Promise<CheckedFiles> {
  const { shard } = options;
  const paths = (shard === undefined ? files : filesOfShard(files, shard)).map(({ path }) => path);
  if (nothing !== undefined) return { ...unchecked(paths, nothing), problems: [], vale: undefined };
  const vale = await findVale(open);
  if (!vale.ok) return { ...unchecked(paths, vale.problem), vale: undefined };
  const verdicts = options.useCache ? await openVerdicts(open) : undefined;
  const deadline = deadlineIn(NO_DEADLINE_MS);
  const shared = { vale: vale.value, configFor: rules.configFor, deadline, signal: context.signal };
  const version = valeVersion(vale.value, context.signal);
  const progress = startProgress(options.progress, context.stderr);
  const outcomes = await runCheck(open, paths, {
    ...shared,
    verdicts: verdicts?.cache,
    jobs: options.jobs,
    onProgress: (done, total) => progress.update(done, total),
  });
  progress.stop();
  const judged =
    comparison === undefined
      ? undefined
      : await judgeOutcomes(open, outcomes, {
          ...shared,
          ...comparison,
          answers: verdicts?.answers,
        });
  const flushed = await verdicts?.flush();
  if (flushed?.ok === false) context.stderr.write(`valehook: ${explainLine(flushed.problem)}\n`);
  return {
    vale: { path: vale.value.path, version: await version },
    outcomes,
    problems: [],
    older: judged === undefined ? undefined : new Set(judged.flatMap(({ older }) => older)),
  };
}

/** Without Vale every file has the same cause; a scan of no file still says it. */
function unchecked(paths: readonly RelPath[], problem: Problem): Omit<CheckedFiles, "vale"> {
  return {
    outcomes: paths.map((path) => ({ kind: "unchecked", path, problem })),
    problems: paths.length === 0 ? [problem] : [],
    older: undefined,
  };
}
