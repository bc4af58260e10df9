import type { Deadline } from "../base/deadline.ts";
import type { Problem, Unchecked } from "../base/problem.ts";
import { findVale } from "../check/find-vale.ts";
import type { JudgedFile } from "../check/judge-file.ts";
import { judgeOutcomes } from "../check/judge-outcomes.ts";
import { openVerdicts } from "../check/open-verdicts.ts";
import { runCheck } from "../check/run-check.ts";
import { blockKey } from "../report/finding-keys.ts";
import { makeConfigFinder } from "../scope/vale-config.ts";
import { settle, type SettledCheck } from "../state/checks-due.ts";
import { ownIdentity } from "../state/process-identity.ts";
import type { Session, SessionFile } from "../state/session.ts";
import { isAtLeast, type Finding } from "../vale/finding.ts";
import type { Outcome } from "../vale/outcome.ts";
import type { BaselineView } from "./baseline-view.ts";
import type { RootSession } from "./root-session.ts";
import { sessionBaseline } from "./session-baseline.ts";

/** What an event's check of some files of a session gave. */
export interface ClaimedCheck {
  /** Files that Vale answered for. */
  readonly judged: readonly JudgedFile[];
  /** Files that could not be checked. Those that no configuration applies to are in neither list. */
  readonly unchecked: readonly Unchecked[];
  /** What kept all of them from being checked, or the result from being kept. */
  readonly problems: readonly Problem[];
}

export interface CheckClaimedRequest {
  readonly session: Session;
  readonly baseline: BaselineView;
  readonly claimed: readonly SessionFile[];
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/** Runs Vale on claimed files, judges what is new, and settles what was found out. The lock isn't held meanwhile. */
export async function checkClaimed(
  root: RootSession,
  request: CheckClaimedRequest,
): Promise<ClaimedCheck> {
  const { session, baseline, claimed, deadline, signal } = request;
  if (claimed.length === 0) return { judged: [], unchecked: [], problems: [] };
  const { open } = root;
  const configFor = makeConfigFinder(open.workspace, open.override);
  const configured = claimed.filter(({ path }) => {
    const config = configFor(path);
    return !config.ok || config.value !== undefined;
  });
  const vale = configured.length === 0 ? undefined : await findVale(open);
  if (vale?.ok === false) return { judged: [], unchecked: [], problems: [vale.problem] };
  const verdicts = await openVerdicts(open);
  const shared = { configFor, deadline, signal };
  const paths = configured.map(({ path }) => path);
  const outcomes =
    vale === undefined
      ? []
      : await runCheck(open, paths, { ...shared, vale: vale.value, verdicts: verdicts.cache });
  const judged =
    vale === undefined
      ? []
      : await judgeOutcomes(open, outcomes, {
          ...shared,
          vale: vale.value,
          baselineOf: sessionBaseline(open.workspace, session, baseline),
          answers: verdicts.answers,
        });
  const flushed = await verdicts.flush();
  const unchecked = outcomes.filter((outcome) => outcome.kind === "unchecked");
  const settled = [
    ...settledChecks(root, claimed, outcomes, judged),
    ...claimed
      .filter((file) => !configured.includes(file))
      .map(({ path, stamp }): SettledCheck => ({ path, stamp, result: { state: "clean" } })),
  ];
  const saved = await root.store.update(deadline, ({ session: now }) => {
    if (now === undefined) return Promise.resolve({ kind: "keep", value: undefined });
    const next = settle(now, session.checks, settled);
    return Promise.resolve({ kind: "save", session: next, value: undefined });
  });
  const problems = [...(saved.ok ? [] : [saved.problem]), ...(flushed.ok ? [] : [flushed.problem])];
  return { judged, unchecked, problems };
}

function settledChecks(
  root: RootSession,
  claimed: readonly SessionFile[],
  outcomes: readonly Outcome[],
  judged: readonly JudgedFile[],
): SettledCheck[] {
  const stamps = new Map(claimed.map(({ path, stamp }) => [path, stamp]));
  const byPath = new Map(judged.map((file) => [file.outcome.path, file]));
  return outcomes.flatMap((outcome): SettledCheck[] => {
    const stamp = stamps.get(outcome.path);
    if (stamp === undefined) return [];
    const { path } = outcome;
    if (outcome.kind === "unchecked") {
      const { problem } = outcome;
      const timedOutAfterMs = problem.code === "timed-out" ? problem.afterMs : undefined;
      return [{ path, stamp, result: { state: "unchecked", code: problem.code, timedOutAfterMs } }];
    }
    const file = byPath.get(path);
    if (file === undefined || outcome.findings.length === 0) {
      return [{ path, stamp, result: { state: "clean" } }];
    }
    const keys = blockingFindings(root, file).map(({ key }) => key);
    const result = { state: "findings", keys, teller: ownIdentity() } as const;
    return [{ path, stamp, result }];
  });
}

/** The findings of a file that the settings list: the new ones, or all. */
export function listedFindings(root: RootSession, file: JudgedFile): readonly Finding[] {
  return root.open.settings.report === "all" ? file.outcome.findings : file.fresh;
}

/** The listed findings that are severe enough to block a Stop, with the digests under which they are remembered. */
export function blockingFindings(
  root: RootSession,
  file: JudgedFile,
): readonly { readonly finding: Finding; readonly key: string }[] {
  const { blockOn } = root.open.settings;
  if (blockOn === "never") return [];
  return listedFindings(root, file)
    .filter(({ severity }) => isAtLeast(severity, blockOn))
    .map((finding) => {
      const line = file.lines[finding.line - 1] ?? "";
      return { finding, key: blockKey(finding.path, finding.check, line, finding.match) };
    });
}
