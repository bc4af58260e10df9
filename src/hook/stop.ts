import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import { block, notice, silence } from "../clients/answers.ts";
import type { StopEvent } from "../clients/hook-event.ts";
import type { AgentReport } from "../report/agent-report.ts";
import { stopNotice } from "../report/stop-notice.ts";
import { stopReason } from "../report/stop-reason.ts";
import { findWorkspace, type Workspace } from "../scope/workspace.ts";
import type { EventContext } from "./event-context.ts";
import { newsAtStop, type StopNews } from "./news-at-stop.ts";
import { newsOfProblem } from "./problem-news.ts";
import { reply, type Reply } from "./reply.ts";
import { restCommand } from "./rest-command.ts";
import type { RootNews } from "./root-news.ts";
import { openRootSession, type RootSession } from "./root-session.ts";
import { startSession } from "./start-session.ts";
import { track } from "./track.ts";
import { afterSaying, nothingSaid, unsaidFacts } from "./unsaid.ts";

/**
 * Covers every workspace that the session worked in. New findings that no Stop blocked on block this one; everything else
 * is a notice to the person.
 */
export async function stop(event: StopEvent, context: EventContext): Promise<Reply<"stop">> {
  const own = await openRootSession(context.workspace, event.sessionId, context.env);
  const roots = await furtherRoots(own, event, context);
  const news: StopNews[] = [await newsOfRoot(own, event, context)];
  for (const root of roots.ok ? roots.value : []) {
    news.push(await newsOfRoot(root, event, { ...context, early: undefined }));
  }
  if (!roots.ok) news.push(notBlocking(await newsOfProblem(own, roots.problem)));
  return answer(event, news, own, context);
}

async function furtherRoots(
  own: RootSession,
  event: StopEvent,
  { env, workspace }: EventContext,
): Promise<Result<readonly RootSession[]>> {
  const known = await own.roots.roots();
  if (!known.ok) return known;
  const opened: RootSession[] = [];
  for (const path of known.value) {
    if (path === workspace.root) continue;
    const found = findWorkspace(path);
    // A worktree that was removed meanwhile has no files left to check.
    if (!found.ok || found.value.root !== path) continue;
    opened.push(await openRootSession(found.value, event.sessionId, env));
  }
  return { ok: true, value: opened };
}

async function newsOfRoot(
  root: RootSession,
  event: StopEvent,
  context: EventContext,
): Promise<StopNews> {
  const { deadline, early, signal } = context;
  const tracked = await track(root, { deadline, early, evenIfOwned: true });
  if (!tracked.ok) return notBlocking(await newsOfProblem(root, tracked.problem));
  if (tracked.value.kind === "tracked") {
    return await newsAtStop(root, tracked.value, { deadline, signal, event });
  }
  const started = await startSession(root, "stop", deadline);
  if (!started.ok) return notBlocking(await newsOfProblem(root, started.problem));
  const { problem, isNew, isConfigured, facts } = started.value;
  if (problem !== undefined) return notBlocking(await newsOfProblem(root, problem));
  if (!isNew || !isConfigured) return notBlocking(withoutNews(root));
  const unsaid = unsaidFacts(nothingSaid, [
    { fact: { kind: "no-baseline-before-stop" }, key: undefined },
    ...tracked.value.facts,
    ...facts,
  ]);
  return notBlocking({
    ...withoutNews(root),
    facts: unsaid.facts,
    afterSaid: (session) => afterSaying(session, unsaid.keys),
  });
}

function withoutNews(root: RootSession): RootNews {
  return {
    root,
    files: [],
    unchecked: [],
    facts: [],
    report: root.open.settings.report,
    afterSaid: (session) => session,
  };
}

function notBlocking(news: Omit<StopNews, "blocking">): StopNews {
  return { ...news, blocking: false };
}

function answer(
  event: StopEvent,
  news: readonly StopNews[],
  own: RootSession,
  { deadline }: EventContext,
): Reply<"stop"> {
  const enforcing = news.filter(({ root }) => root.open.settings.mode === "enforce");
  const isBlocking = !event.stopHookActive && enforcing.some(({ blocking }) => blocking);
  const told = isBlocking || event.stopHookActive ? enforcing : enforcing.map(withoutFiles);
  const report = mergedReport(event, told, own);
  const text = isBlocking ? stopReason(report) : stopNotice(report);
  if (text === undefined) return reply(silence);
  return {
    answer: isBlocking ? block(text) : notice(text),
    afterWritten: async () => {
      for (const { root, afterSaid, afterBlocked } of told) {
        await root.store.update(deadline, ({ session }) => {
          if (session === undefined) return Promise.resolve({ kind: "keep", value: undefined });
          const said = afterSaid(session);
          const next = isBlocking && afterBlocked !== undefined ? afterBlocked(said) : said;
          return Promise.resolve({ kind: "save", session: next, value: undefined });
        });
      }
    },
  };
}

function withoutFiles(news: StopNews): StopNews {
  return { ...news, files: [] };
}

/** One report over all workspaces; files of another than the event's are named by their absolute path. */
function mergedReport(event: StopEvent, news: readonly StopNews[], own: RootSession): AgentReport {
  const report = own.open.settings.report;
  return {
    files: news.flatMap(({ root, files }) =>
      files.map((file) => ({ ...file, path: shown(own.open.workspace, root, file.path) })),
    ),
    unchecked: news.flatMap(({ root, unchecked }) =>
      unchecked.map(({ path, problem }) => ({
        path: shown(own.open.workspace, root, path) as RelPath,
        problem,
      })),
    ),
    facts: news.flatMap(({ facts }) => facts),
    report,
    command: restCommand(event.sessionId, report),
  };
}

function shown(workspace: Workspace, { open }: RootSession, path: string): string {
  const { root } = open.workspace;
  return root === workspace.root ? path : `${root}/${path}`;
}
