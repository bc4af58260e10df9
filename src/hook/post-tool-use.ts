import { resolve } from "node:path";

import { context, silence } from "../clients/answers.ts";
import type { PostToolUseEvent } from "../clients/hook-event.ts";
import type { Fact } from "../report/fact.ts";
import { postToolContext } from "../report/post-tool-context.ts";
import { settingsFiles } from "../scope/settings-files.ts";
import { keepObserved } from "../state/say-once.ts";
import { checkClaimed } from "./check-claimed.ts";
import type { EventContext } from "./event-context.ts";
import { newsAfterTool } from "./news-after-tool.ts";
import { observedFindings } from "./observed-findings.ts";
import { newsOfProblem } from "./problem-news.ts";
import { reply, type Reply } from "./reply.ts";
import { restCommand } from "./rest-command.ts";
import type { RootNews } from "./root-news.ts";
import { openRootSession } from "./root-session.ts";
import { track } from "./track.ts";
import { newsWithoutBaseline } from "./without-baseline.ts";

/** Finds what changed since the last look, checks it, and tells the agent what is new. */
export async function postToolUse(
  event: PostToolUseEvent,
  eventContext: EventContext,
): Promise<Reply<"post-tool-use">> {
  const { workspace, env, deadline, signal, early } = eventContext;
  const root = await openRootSession(workspace, event.sessionId, env);
  const tracked = await track(root, { deadline, early, evenIfOwned: false });
  if (!tracked.ok) return answer(event, await newsOfProblem(root, tracked.problem), eventContext);
  if (tracked.value.kind === "no-baseline") {
    const news = await newsWithoutBaseline(root, event, tracked.value, eventContext);
    return answer(event, news, eventContext);
  }
  const checked = await checkClaimed(root, { ...tracked.value, deadline, signal });
  return answer(event, newsAfterTool(root, tracked.value, checked), eventContext);
}

/** What is said even in observe mode: that the settings, which ask for silence, changed in the session. */
function policyFacts({ root, facts }: RootNews): readonly Fact[] {
  const { workspace, env } = root.open;
  const settings = settingsFiles(workspace.root, env);
  return facts.filter(
    (fact) =>
      fact.kind === "checks-changed" &&
      fact.paths.some((path) => settings.includes(resolve(workspace.root, path))),
  );
}

function answer(
  event: PostToolUseEvent,
  news: RootNews,
  { deadline }: EventContext,
): Reply<"post-tool-use"> {
  const { root, afterSaid } = news;
  const isObserving = root.open.settings.mode === "observe";
  const told = isObserving ? { ...news, files: [], unchecked: [], facts: policyFacts(news) } : news;
  const text = postToolContext({
    ...told,
    command: () => restCommand(root.open, event.sessionId, news.report),
  });
  if (afterSaid === undefined) return reply(text === undefined ? silence : context(text));
  return {
    answer: text === undefined ? silence : context(text),
    afterWritten: async () => {
      await root.store.update(deadline, ({ session }) => {
        if (session === undefined) return Promise.resolve({ kind: "keep", value: undefined });
        const said = afterSaid(session);
        const next = isObserving ? keepObserved(said, observedFindings(news.files)) : said;
        return Promise.resolve({ kind: "save", session: next, value: undefined });
      });
    },
  };
}
