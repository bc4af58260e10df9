import { deadlineIn } from "../base/deadline.ts";
import type { RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { findVale } from "../check/find-vale.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { buildScanReport } from "../report/build-scan-report.ts";
import type { ScanReport, SourceText } from "../report/scan-report.ts";
import { documentKind } from "../scope/eligible.ts";
import { applyFixes, type FixedFile, type FixOutcome } from "../vale/apply-fixes.ts";
import type { Outcome } from "../vale/outcome.ts";
import { valeVersion } from "../vale/vale-version.ts";
import type { CliContext } from "./command.ts";
import { startProgress } from "./progress.ts";
import { NO_DEADLINE_MS } from "./scan-workspace.ts";
import { selectFiles } from "./scan-selection.ts";
import { textOnDisk } from "./text-on-disk.ts";

export interface FixOptions {
  /** As on the command line; none = the whole workspace. */
  readonly names: readonly string[];
  /** Nothing is written; {@link FixRun.previews} holds what would be. */
  readonly dryRun: boolean;
}

/** What a run of `fix` came to. */
export interface FixRun {
  /** The files that were fixed (or would be), in their order. */
  readonly fixed: readonly FixCount[];
  /** What is left to a person, as the report of a scan. */
  readonly rest: ScanReport;
  /** The texts that {@link rest} speaks of. */
  readonly sourceText: SourceText;
  /** The changes that were not written, by path; empty but for a dry run. */
  readonly previews: ReadonlyMap<RelPath, FixedFile>;
}

export interface FixCount {
  readonly path: RelPath;
  readonly fixes: number;
}

/**
 * Fixes documentation files of a workspace; sources are checked only. Problems: those of choosing the files and of finding
 * Vale, that no rule is on anywhere.
 */
export async function fixWorkspace(
  { cwd, stderr, signal }: CliContext,
  open: OpenWorkspace,
  { names, dryRun }: FixOptions,
): Promise<Result<FixRun>> {
  const startedAt = performance.now();
  const { workspace, settings } = open;
  const selected = await selectFiles(open, { cwd, names, among: undefined });
  if (!selected.ok) return selected;
  const { files, rules, skipped, nothing, problems } = selected.value;
  if (files.length === 0 && rules.unconfigured !== undefined) return failure(rules.unconfigured);
  const vale = await findVale(open);
  if (!vale.ok) return vale;
  const progress = startProgress("auto", stderr);
  const previews = new Map<RelPath, FixedFile>();
  const outcomes = await applyFixes({
    vale: vale.value,
    root: workspace.root,
    files,
    configFor: rules.configFor,
    isDocumentation: (path) => documentKind(path) === "documentation",
    preview: dryRun ? (path, fix) => previews.set(path, fix) : undefined,
    useGlobalConfig: settings.useGlobalConfig,
    maxFileBytes: settings.maxFileBytes,
    deadline: deadlineIn(NO_DEADLINE_MS),
    signal,
    onProgress: (done, total) => progress.update(done, total),
  });
  progress.stop();
  const rest = buildScanReport({
    root: workspace.root,
    vale: { path: vale.value.path, version: await valeVersion(vale.value) },
    outcomes: outcomes.map(asOutcome),
    problems,
    skipped,
    unconfigured: nothing,
    minLevel: "suggestion",
    older: undefined,
    report: "all",
    durationMs: performance.now() - startedAt,
  });
  const onDisk = textOnDisk(workspace.root);
  return success({
    fixed: outcomes.flatMap(fixCount),
    rest,
    sourceText: (path) => previews.get(path as RelPath)?.after.toString("utf8") ?? onDisk(path),
    previews,
  });
}

function asOutcome(outcome: FixOutcome): Outcome {
  if (outcome.kind === "unchecked") return outcome;
  return { kind: "checked", path: outcome.path, findings: outcome.left, cached: false };
}

function fixCount(outcome: FixOutcome): FixCount[] {
  if (outcome.kind === "unchecked" || outcome.applied === 0) return [];
  return [{ path: outcome.path, fixes: outcome.applied }];
}
