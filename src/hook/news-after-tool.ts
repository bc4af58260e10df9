import type { JudgedFile } from "../check/judge-file.ts";
import type { AgentFile } from "../report/agent-report.ts";
import { markSaid, markTold } from "../state/say-once.ts";
import { isMendable, isOfChecks } from "./agent-mendable.ts";
import type { ClaimedCheck } from "./check-claimed.ts";
import { listedFindings } from "./listed-findings.ts";
import type { RootNews } from "./root-news.ts";
import type { RootSession } from "./root-session.ts";
import { isFaultTold, isTold, toldContents } from "./told-contents.ts";
import { onceProblem } from "./told-fact.ts";
import type { Tracked } from "./track.ts";
import { unsaidFacts } from "./unsaid.ts";
import { waitingFiles } from "./waiting-files.ts";
import { weakenedChecks } from "./weakened-checks.ts";

/** What the agent is to read after a tool call: what it was not told of these very contents before. */
export function newsAfterTool(
  root: RootSession,
  tracked: Tracked,
  checked: ClaimedCheck,
): RootNews {
  const { session } = tracked;
  const files = checked.judged
    .filter((file) => !isTold(root, session, file))
    .map((file) => agentFile(root, file, false))
    .sort(byPath);
  const unchecked = checked.unchecked.filter(
    (file) => isMendable(file.problem) && !isFaultTold(session, file),
  );
  const weakened = weakenedChecks(root, session, checked.silencing, "agent");
  const ofChecks = checked.unchecked.filter(({ problem }) => isOfChecks(problem));
  const waiting = waitingFiles(session, ofChecks, "agent");
  const causes = waiting.facts.filter(({ isKnown }) => !isKnown);
  const { facts, keys } = unsaidFacts(session, [
    ...tracked.facts,
    ...checked.problems.map(onceProblem),
  ]);
  const withFindings = checked.judged.filter(({ outcome }) => outcome.findings.length > 0);
  const told = toldContents(root, session, withFindings, unchecked);
  const said = [...weakened.keys, ...waiting.keys, ...keys];
  return {
    root,
    files,
    unchecked,
    facts: [...causes, ...weakened.facts, ...facts],
    report: root.open.settings.report,
    afterSaid:
      told.size + said.length === 0 && !session.hasNews
        ? undefined
        : (now) => markSaid(markTold(now, told), said),
  };
}

/** One judged file as the agent reads it. */
export function agentFile(root: RootSession, file: JudgedFile, told: boolean): AgentFile {
  const findings = listedFindings(root, file);
  return {
    path: file.outcome.path,
    findings,
    older: file.outcome.findings.length - findings.length,
    compared: file.compared,
    told,
  };
}

/** The order of a report's files. */
export function byPath(a: AgentFile, b: AgentFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
