import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { JudgedFile } from "../check/judge-file.ts";
import type { AgentFile } from "../report/agent-report.ts";
import { markTold } from "../state/say-once.ts";
import { isMendable, isOfChecks } from "./agent-mendable.ts";
import { listedFindings, type ClaimedCheck } from "./check-claimed.ts";
import type { RootNews } from "./root-news.ts";
import type { RootSession } from "./root-session.ts";
import { onceProblem } from "./told-fact.ts";
import type { Tracked } from "./track.ts";
import { afterSaying, unsaidFacts } from "./unsaid.ts";

/** What the agent is to read after a tool call: what it was not told of these very contents before. */
export function newsAfterTool(
  root: RootSession,
  tracked: Tracked,
  checked: ClaimedCheck,
): RootNews {
  const { session } = tracked;
  const isTold = (path: RelPath): boolean => {
    const file = session.files.get(path);
    return file !== undefined && file.toldFor === file.digest;
  };
  const judged = checked.judged.filter(({ outcome }) => !isTold(outcome.path));
  const files = judged.map((file) => agentFile(root, file, false));
  const unchecked = checked.unchecked.filter(
    ({ path, problem }) => isMendable(problem) && !isTold(path),
  );
  const ofChecks = checked.unchecked.filter(({ problem }) => isOfChecks(problem));
  const { facts, keys } = unsaidFacts(session, [
    ...tracked.facts,
    ...checked.problems.map(onceProblem),
    ...ofChecks.map(({ problem }) => onceProblem(problem)),
  ]);
  const told = new Map<RelPath, Digest>();
  for (const path of [
    ...judged.map(({ outcome }) => outcome.path),
    ...unchecked.map((file) => file.path),
  ]) {
    const digest = session.files.get(path)?.digest;
    if (digest !== undefined) told.set(path, digest);
  }
  return {
    root,
    files,
    unchecked,
    facts,
    report: root.open.settings.report,
    afterSaid: (now) => afterSaying(markTold(now, told), keys),
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
