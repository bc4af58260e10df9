import { textDigest } from "../base/digest.ts";
import type { Deadline } from "../base/deadline.ts";
import type { Unchecked } from "../base/problem.ts";
import type { JudgedFile } from "../check/judge-file.ts";
import type { StopEvent } from "../clients/hook-event.ts";
import type { AgentFile } from "../report/agent-report.ts";
import type { Fact } from "../report/fact.ts";
import { isUntold, keepObserved, markBlocked, markSaid, markTold } from "../state/say-once.ts";
import type { Session, SessionFile } from "../state/session.ts";
import { isOfChecks } from "./agent-mendable.ts";
import { checkClaimed, type ClaimedCheck } from "./check-claimed.ts";
import { blockingFindings, listedFindings } from "./listed-findings.ts";
import { agentFile, byPath } from "./news-after-tool.ts";
import { observedFindings } from "./observed-findings.ts";
import type { RootSession } from "./root-session.ts";
import { isTold, toldContents } from "./told-contents.ts";
import { onceProblem } from "./told-fact.ts";
import type { Tracked } from "./track.ts";
import { unsaidFacts } from "./unsaid.ts";
import { waitingFiles } from "./waiting-files.ts";
import { weakenedChecks, type Reader } from "./weakened-checks.ts";

/** What one workspace has to say at a Stop, in each of the ways that it may end. */
export interface StopNews {
  readonly root: RootSession;
  /** The findings that no Stop has blocked on, as `Session.blocked` knows them. */
  readonly blocking: readonly string[];
  readonly unchecked: readonly Unchecked[];
  /** If this Stop blocks, be it for another workspace. */
  readonly asBlock: Saying;
  /** If it doesn't. */
  readonly asNotice: Saying;
  /** In observe mode: the session that keeps what would have been said. */
  readonly afterObserved: (session: Session) => Session;
}

export interface Saying {
  readonly files: readonly AgentFile[];
  readonly facts: readonly Fact[];
  /** The session after it was said. */
  readonly afterSaid: (session: Session) => Session;
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
  const { stopHookActive } = event;
  const again = [...session.files.values()].filter(
    (file) => !tracked.claimed.includes(file) && isToBeNamed(session, file, stopHookActive),
  );
  const claimed = [...tracked.claimed, ...again];
  const checked = await checkClaimed(root, { ...tracked, claimed, deadline, signal });
  const withFindings = checked.judged.filter((file) => listedFindings(root, file).length > 0);
  const untold = withFindings.filter((file) => !isTold(root, session, file));
  return {
    root,
    blocking: withFindings.flatMap((file) => unblocked(root, session, file).map(({ key }) => key)),
    unchecked: [
      ...tracked.unread,
      ...checked.unchecked.filter(({ problem }) => !isOfChecks(problem)),
      ...timedOut(session),
    ],
    asBlock: sayToAgent(root, tracked, checked, withFindings),
    asNotice: sayToPerson(root, tracked, checked, stopHookActive ? withFindings : untold),
    afterObserved: (now) => {
      const files = untold.map((file) => agentFile(root, file, false)).sort(byPath);
      const told = toldContents(root, session, checked.judged, []);
      return markTold(keepObserved(now, observedFindings(files)), told);
    },
  };
}

/** The reason of a block: what no Stop blocked on, and whatever the agent hasn't read yet. */
function sayToAgent(
  root: RootSession,
  tracked: Tracked,
  checked: ClaimedCheck,
  withFindings: readonly JudgedFile[],
): Saying {
  const { session } = tracked;
  const listed = withFindings
    .map((file) => ({
      file,
      open: unblocked(root, session, file),
      read: isTold(root, session, file),
    }))
    .filter(({ open, read }) => open.length > 0 || !read);
  const files = listed
    .map(({ file, open, read }): AgentFile => {
      const whole = agentFile(root, file, read);
      return read ? { ...whole, findings: open.map(({ finding }) => finding) } : whole;
    })
    .sort(byPath);
  const keys = listed.flatMap(({ open }) => open.map(({ key }) => key));
  const told = toldContents(
    root,
    session,
    listed.map(({ file }) => file),
    [],
  );
  const { facts, keys: said } = factsFor(root, tracked, checked, "agent");
  return {
    files,
    facts,
    afterSaid: (now) => markTold(markSaid(markBlocked(now, keys), said), told),
  };
}

/**
 * The notice where nothing blocks. What the person was shown of findings that the agent has not read doesn't count as told
 * to the agent, which reads it after its next tool call.
 */
function sayToPerson(
  root: RootSession,
  tracked: Tracked,
  checked: ClaimedCheck,
  remaining: readonly JudgedFile[],
): Saying {
  const { session } = tracked;
  const keyOf = ({ outcome: { path } }: JudgedFile): string =>
    textDigest("remains", path, session.files.get(path)?.digest ?? "");
  const shown = remaining.filter(
    (file) => isTold(root, session, file) || isUntold(session, keyOf(file)),
  );
  const unread = shown.filter((file) => !isTold(root, session, file));
  const { facts, keys } = factsFor(root, tracked, checked, "person");
  return {
    files: shown.map((file) => agentFile(root, file, true)).sort(byPath),
    facts,
    afterSaid: (now) => markSaid(now, [...keys, ...unread.map(keyOf)]),
  };
}

function factsFor(
  root: RootSession,
  tracked: Tracked,
  checked: ClaimedCheck,
  reader: Reader,
): { readonly facts: readonly Fact[]; readonly keys: readonly string[] } {
  const { session } = tracked;
  const ofChecks = checked.unchecked.filter(({ problem }) => isOfChecks(problem));
  const weakened = weakenedChecks(root, session, checked.silencing, reader);
  const said = unsaidFacts(session, [...tracked.facts, ...checked.problems.map(onceProblem)]);
  const waiting = waitingFiles(session, ofChecks, reader);
  return {
    facts: [...waiting.facts, ...weakened.facts, ...said.facts],
    keys: [...waiting.keys, ...weakened.keys, ...said.keys],
  };
}

function unblocked(root: RootSession, session: Session, file: JudgedFile) {
  return blockingFindings(root, file).filter(({ key }) => !session.blocked.has(key));
}

function timedOut(session: Session): Unchecked[] {
  return [...session.files.values()].flatMap(({ path, check }): Unchecked[] =>
    check.state === "unchecked" && check.timedOutAfterMs !== undefined
      ? [{ path, problem: { code: "timed-out", afterMs: check.timedOutAfterMs } }]
      : [],
  );
}

function isToBeNamed(session: Session, { check }: SessionFile, isRetry: boolean): boolean {
  switch (check.state) {
    case "pending":
    case "clean":
    case "skipped":
      return false;
    case "unchecked":
      return check.timedOutAfterMs === undefined;
    case "findings":
      return isRetry || check.keys.some((key) => !session.blocked.has(key));
  }
}
