import type { Deadline } from "../base/deadline.ts";
import { textDigest } from "../base/digest.ts";
import type { Problem, Unchecked } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { success, type Result } from "../base/result.ts";
import { findVale } from "../check/find-vale.ts";
import type { JudgedFile } from "../check/judge-file.ts";
import { judgeOutcomes } from "../check/judge-outcomes.ts";
import { newSilencing } from "../check/new-silencing.ts";
import { openVerdicts } from "../check/open-verdicts.ts";
import { runCheck } from "../check/run-check.ts";
import { configFinder, withRules } from "../check/workspace-rules.ts";
import type { ConfigFinder } from "../scope/vale-config.ts";
import { settle, type SettledCheck } from "../state/checks-due.ts";
import { ownIdentity } from "../state/process-identity.ts";
import type { Session, SessionFile, Silencing } from "../state/session.ts";
import type { Outcome } from "../vale/outcome.ts";
import type { BaselineView } from "./baseline-view.ts";
import { blockingFindings } from "./listed-findings.ts";
import type { RootSession } from "./root-session.ts";
import { sessionBaseline } from "./session-baseline.ts";

/** What an event's check of some files of a session gave. */
export interface ClaimedCheck {
  /** Files that Vale answered for. */
  readonly judged: readonly JudgedFile[];
  /** Files that could not be checked. Those that Vale has no rules for are in neither list. */
  readonly unchecked: readonly Unchecked[];
  /** New comments that turn Vale off, by file; every file that was to be checked is in it. */
  readonly silencing: ReadonlyMap<RelPath, readonly Silencing[]>;
  /** What kept the result from being kept. */
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
  const { session, claimed, deadline } = request;
  if (claimed.length === 0) {
    return { judged: [], unchecked: [], silencing: new Map(), problems: [] };
  }
  const configFor = configFinder(root.open);
  const configured = withRules(
    configFor,
    claimed.map(({ path }) => path),
  );
  const { outcomes, judged, flushed } = await checkConfigured(root, request, configured, configFor);
  const silencing = await silencingOf(root, request, configured);
  const settled = [
    ...settledChecks(root, claimed, outcomes, judged),
    ...claimed
      .filter((file) => !configured.includes(file.path))
      .map(({ path, stamp }): SettledCheck => ({ path, stamp, result: { state: "skipped" } })),
  ].map(({ path, stamp, result }): SettledCheck => {
    return { path, stamp, result, silencing: silencing.get(path) ?? [] };
  });
  const saved = await root.store.update(deadline, ({ session: now }) => {
    if (now === undefined) return Promise.resolve({ kind: "keep", value: undefined });
    const next = settle(now, session.checks, settled);
    return Promise.resolve({ kind: "save", session: next, value: undefined });
  });
  return {
    judged,
    unchecked: outcomes.filter((outcome) => outcome.kind === "unchecked"),
    silencing,
    problems: [saved, flushed].flatMap((done) => (done.ok ? [] : [done.problem])),
  };
}

interface CheckedFiles {
  readonly outcomes: readonly Outcome[];
  readonly judged: readonly JudgedFile[];
  readonly flushed: Result<void>;
}

async function checkConfigured(
  { open }: RootSession,
  { session, baseline, deadline, signal }: CheckClaimedRequest,
  paths: readonly RelPath[],
  configFor: ConfigFinder,
): Promise<CheckedFiles> {
  if (paths.length === 0) return { outcomes: [], judged: [], flushed: success(undefined) };
  const vale = await findVale(open);
  if (!vale.ok) {
    const { problem } = vale;
    const outcomes = paths.map((path) => ({ kind: "unchecked", path, problem }) as const);
    return { outcomes, judged: [], flushed: success(undefined) };
  }
  const verdicts = await openVerdicts(open);
  const shared = { vale: vale.value, configFor, deadline, signal };
  const outcomes = await runCheck(open, paths, { ...shared, verdicts: verdicts.cache });
  const judged = await judgeOutcomes(open, outcomes, {
    ...shared,
    baselineOf: sessionBaseline(open.workspace, session, baseline),
    answers: verdicts.answers,
  });
  return { outcomes, judged, flushed: await verdicts.flush() };
}

async function silencingOf(
  { open }: RootSession,
  { session, baseline }: CheckClaimedRequest,
  paths: readonly RelPath[],
): Promise<ReadonlyMap<RelPath, readonly Silencing[]>> {
  if (open.settings.guard === "off") return new Map();
  const baselineOf = sessionBaseline(open.workspace, session, baseline);
  const silencing = new Map<RelPath, readonly Silencing[]>();
  for (const path of paths) {
    const comments = await newSilencing(open, path, baselineOf);
    silencing.set(
      path,
      comments.map(({ firstLine, text }) => ({ line: firstLine, key: textDigest(text) })),
    );
  }
  return silencing;
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
