import type { Result } from "../base/result.ts";
import { block, notice, silence } from "../clients/answers.ts";
import type { StopEvent } from "../clients/hook-event.ts";
import { stopNotice } from "../report/stop-notice.ts";
import { stopReason } from "../report/stop-reason.ts";
import { findWorkspace } from "../scope/workspace.ts";
import { mayBeAlive, ownIdentity } from "../state/process-identity.ts";
import { claimBlock, markSaid } from "../state/say-once.ts";
import type { Session } from "../state/session.ts";
import type { EventContext } from "./event-context.ts";
import { newsAtStop, type StopNews } from "./news-at-stop.ts";
import { newsOfProblem, newsOfStart } from "./problem-news.ts";
import { reply, type Reply } from "./reply.ts";
import type { RootNews } from "./root-news.ts";
import { openRootSession, type RootSession } from "./root-session.ts";
import { startSession } from "./start-session.ts";
import { stopReport } from "./stop-report.ts";
import { track } from "./track.ts";
import { nothingSaid, unsaidFacts } from "./unsaid.ts";

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
  return await answer(event, news, own, context);
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
  const started = await startSession(root, { startedBy: "stop" }, deadline);
  if (!started.ok) return notBlocking(await newsOfProblem(root, started.problem));
  const failed = await newsOfStart(root, started.value);
  if (failed !== undefined) return notBlocking(failed);
  const { isNew, isConfigured, facts } = started.value;
  if (!isNew || !isConfigured) return notBlocking({ root, facts: [], afterSaid: undefined });
  const unsaid = unsaidFacts(nothingSaid, [...tracked.value.facts, ...facts]);
  return notBlocking({
    root,
    facts: [{ kind: "no-baseline-before-stop" }, ...unsaid.facts],
    afterSaid: (session) => markSaid(session, unsaid.keys),
  });
}

function notBlocking({
  root,
  facts,
  afterSaid = unchanged,
}: Pick<RootNews, "root" | "facts" | "afterSaid">): StopNews {
  const saying = { files: [], facts, afterSaid };
  return {
    root,
    blocking: [],
    unchecked: [],
    asBlock: saying,
    asNotice: saying,
    afterObserved: unchanged,
  };
}

function unchanged(session: Session): Session {
  return session;
}

function isObserving({ root }: StopNews): boolean {
  return root.open.settings.mode === "observe";
}

/**
 * Whether this process is the one that blocks, if any does. Of several that find the same at the same moment (a person's
 * and a project's registration both run) one does; the others leave it to that one.
 */
async function takeBlock(
  news: readonly StopNews[],
  { deadline }: EventContext,
): Promise<"none" | "mine" | "others"> {
  const blocking = news.filter((one) => one.blocking.length > 0);
  const claimant = { owner: ownIdentity(), nowMs: Date.now(), mayBeAlive };
  const taken = blocking.map(async ({ root, blocking: findings }) => {
    const claimed = await root.store.update<boolean>(deadline, ({ session }) => {
      const next = session === undefined ? undefined : claimBlock(session, findings, claimant);
      return Promise.resolve(
        next === undefined
          ? { kind: "keep", value: session === undefined }
          : { kind: "save", session: next, value: true },
      );
    });
    // Where the state can't be written, blocking twice is better than not at all.
    return !claimed.ok || claimed.value;
  });
  if (taken.length === 0) return "none";
  return (await Promise.all(taken)).includes(true) ? "mine" : "others";
}

async function answer(
  event: StopEvent,
  news: readonly StopNews[],
  own: RootSession,
  context: EventContext,
): Promise<Reply<"stop">> {
  const { deadline } = context;
  const enforcing = news.filter((one) => !isObserving(one));
  const turn = event.stopHookActive ? "none" : await takeBlock(enforcing, context);
  if (turn === "others") return reply(silence);
  const isBlocking = turn === "mine";
  const said = enforcing.map(({ root, unchecked, asBlock, asNotice }) => {
    const { files, facts, afterSaid } = isBlocking ? asBlock : asNotice;
    return { root, unchecked, files, facts, afterSaid };
  });
  const report = stopReport(event.sessionId, own, said);
  const text = isBlocking ? stopReason(report) : stopNotice(report);
  const observed = news
    .filter(isObserving)
    .map(({ root, afterObserved }) => ({ root, afterSaid: afterObserved }));
  return {
    answer: text === undefined ? silence : isBlocking ? block(text) : notice(text),
    afterWritten: async () => {
      for (const { root, afterSaid } of [...(text === undefined ? [] : said), ...observed]) {
        await root.store.update(deadline, ({ session }) =>
          Promise.resolve(
            session === undefined
              ? { kind: "keep", value: undefined }
              : { kind: "save", session: afterSaid(session), value: undefined },
          ),
        );
      }
    },
  };
}
