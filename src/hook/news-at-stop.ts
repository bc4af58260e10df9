import type { Deadline } from "../base/deadline.ts";
import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { AgentFile } from "../report/agent-report.ts";
import type { StopEvent } from "../clients/hook-event.ts";
import { markBlocked, markTold } from "../state/say-once.ts";
import type { Session, SessionFile } from "../state/session.ts";
import { isOfChecks } from "./agent-mendable.ts";
import { blockingFindings, checkClaimed } from "./check-claimed.ts";
import { agentFile } from "./news-after-tool.ts";
import type { RootNews } from "./root-news.ts";
import type { RootSession } from "./root-session.ts";
import { onceProblem } from "./told-fact.ts";
import type { Tracked } from "./track.ts";
import { afterSaying, unsaidFacts } from "./unsaid.ts";

/** What one workspace has to say at a Stop. */
export interface StopNews extends RootNews {
  /** Whether it holds findings that no Stop has blocked on. */
  readonly blocking: boolean;
  /** The session after this Stop blocked on its findings. */
  readonly afterBlocked?: (session: Session) => Session;
}

export interface StopRequest {
  readonly event: StopEvent;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/**
 * Checks what is due, and again what has to be named: on a first Stop the files with findings that no Stop blocked on, on
 * a retry all that remains. Files that no finding or fault is known of are not checked again.
 */
export async function newsAtStop(
  root: RootSession,
  tracked: Tracked,
  { event, deadline, signal }: StopRequest,
): Promise<StopNews> {
  const { session } = tracked;
  const again = [...session.files.values()].filter(
    (file) => !tracked.claimed.includes(file) && isToBeNamed(session, file, event.stopHookActive),
  );
  const checked = await checkClaimed(root, {
    ...tracked,
    claimed: [...tracked.claimed, ...again],
    deadline,
    signal,
  });
  const judged = checked.judged
    .map((file) => {
      const unblocked = blockingFindings(root, file).filter(({ key }) => !session.blocked.has(key));
      return { file, unblocked };
    })
    .filter(({ file, unblocked }) =>
      event.stopHookActive ? agentFile(root, file, true).findings.length > 0 : unblocked.length > 0,
    );
  const files = judged.map(({ file, unblocked }) => {
    const { path } = file.outcome;
    const known = session.files.get(path);
    const read = agentFile(root, file, known !== undefined && known.toldFor === known.digest);
    return event.stopHookActive
      ? read
      : { ...read, findings: unblocked.map(({ finding }) => finding) };
  });
  const timedOut = [...session.files.values()].flatMap(({ path, check }) =>
    check.state === "unchecked" && check.timedOutAfterMs !== undefined
      ? [{ path, problem: { code: "timed-out", afterMs: check.timedOutAfterMs } as const }]
      : [],
  );
  const { facts, keys } = unsaidFacts(session, [
    ...tracked.facts,
    ...checked.problems.map(onceProblem),
    ...checked.unchecked
      .filter(({ problem }) => isOfChecks(problem))
      .map(({ problem }) => onceProblem(problem)),
  ]);
  const blocked = judged.flatMap(({ unblocked }) => unblocked.map(({ key }) => key));
  return {
    root,
    files,
    unchecked: [
      ...tracked.unread,
      ...checked.unchecked.filter(({ problem }) => !isOfChecks(problem)),
      ...timedOut,
    ],
    facts,
    report: root.open.settings.report,
    blocking: blocked.length > 0,
    afterSaid: (now) => afterSaying(now, keys),
    afterBlocked: (now) => markTold(markBlocked(now, blocked), contentsOf(session, files)),
  };
}

function contentsOf(session: Session, files: readonly AgentFile[]): ReadonlyMap<RelPath, Digest> {
  const contents = new Map<RelPath, Digest>();
  for (const path of files.map((file) => file.path as RelPath)) {
    const digest = session.files.get(path)?.digest;
    if (digest !== undefined) contents.set(path, digest);
  }
  return contents;
}

function isToBeNamed(session: Session, { check }: SessionFile, isRetry: boolean): boolean {
  switch (check.state) {
    case "pending":
    case "clean":
      return false;
    case "unchecked":
      return check.timedOutAfterMs === undefined;
    case "findings":
      return isRetry || check.keys.some((key) => !session.blocked.has(key));
  }
}
