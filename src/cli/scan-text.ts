import { buffer } from "node:stream/consumers";
import { relative, resolve, sep } from "node:path";

import { deadlineIn } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import type { RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { hasNoRules } from "../base/skip-reason.ts";
import { findVale } from "../check/find-vale.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { configFinder } from "../check/workspace-rules.ts";
import { buildScanReport } from "../report/build-scan-report.ts";
import { documentKind, extensionOf } from "../scope/eligible.ts";
import { checkText } from "../vale/check-text.ts";
import type { Outcome } from "../vale/outcome.ts";
import { valeVersion } from "../vale/vale-version.ts";
import type { CliContext } from "./command.ts";
import type { ScanOptions } from "./scan-flags.ts";
import type { Scanned } from "./scan-workspace.ts";

/**
 * Scans standard input as if it were a file of the workspace. The file need not exist; its name decides the format and
 * the configuration. Problems: `usage` for a name outside the workspace or of a kind that isn't checked, and those of
 * finding Vale.
 */
export async function scanText(
  context: CliContext,
  open: OpenWorkspace,
  options: ScanOptions,
  name: string,
): Promise<Result<Scanned>> {
  const startedAt = performance.now();
  const { workspace, settings } = open;
  const path = relative(workspace.root, resolve(context.cwd, name)).split(sep).join("/") as RelPath;
  if (path === "" || path.startsWith("../")) {
    return failure({ code: "usage", detail: `--path ${name} lies outside the workspace.` });
  }
  if (documentKind(path) === undefined && !settings.extensions.includes(extensionOf(path))) {
    return failure({
      code: "usage",
      detail: `--path ${name} is not a kind of file that is checked.`,
    });
  }
  const vale = await findVale(open);
  if (!vale.ok) return vale;
  const config = configFinder(open)(path);
  if (!config.ok && !hasNoRules(config.problem)) return config;
  const noConfig = { code: "no-vale-config", root: workspace.root } as const;
  const text = await buffer(context.stdin);
  const outcome = async (): Promise<Outcome> => {
    if (!config.ok) return { kind: "unchecked", path, problem: config.problem };
    if (config.value === undefined) return { kind: "unchecked", path, problem: noConfig };
    const findings = await checkText({
      vale: vale.value,
      root: workspace.root,
      config: config.value,
      path,
      text,
      useGlobalConfig: settings.useGlobalConfig,
      maxFileBytes: settings.maxFileBytes,
      deadline: deadlineIn(limits.batchMs),
      signal: context.signal,
    });
    return findings.ok
      ? { kind: "checked", path, findings: findings.value, cached: false }
      : { kind: "unchecked", path, problem: findings.problem };
  };
  const report = buildScanReport({
    root: workspace.root,
    vale: { path: vale.value.path, version: await valeVersion(vale.value, context.signal) },
    outcomes: [await outcome()],
    problems: [],
    skipped: [],
    unconfigured: config.ok && config.value === undefined ? noConfig : undefined,
    minLevel: options.minLevel,
    older: undefined,
    report: "all",
    durationMs: performance.now() - startedAt,
  });
  return success({ report, sourceText: () => text.toString("utf8") });
}
