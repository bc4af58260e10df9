import { textDigest } from "../base/digest.ts";
import type { Problem } from "../base/problem.ts";
import { isRefusal, noteRefusal } from "./refusal.ts";
import type { RootNews } from "./root-news.ts";
import type { RootSession } from "./root-session.ts";
import type { Started } from "./start-session.ts";
import { onceProblem } from "./told-fact.ts";

/**
 * The news where the session itself can't be used: the problem, once a session. It is remembered outside the workspace,
 * for its own state can't keep it; where that can't be done either, it is said again.
 */
export async function newsOfProblem(root: RootSession, problem: Problem): Promise<RootNews> {
  const once = onceProblem(problem);
  const key = textDigest(root.open.workspace.root, once.key ?? problem.code);
  const said = await root.roots.wasSaid(key);
  const isSaid = said.ok && said.value;
  if (!isSaid) await root.roots.markSaid(key);
  // What can't be kept is met again, and costs the next event its time only.
  if (isRefusal(problem)) await noteRefusal(root, true);
  return {
    root,
    files: [],
    unchecked: [],
    facts: isSaid ? [] : [once.fact],
    report: root.open.settings.report,
    afterSaid: undefined,
  };
}

/** The news where a session can't start; silent in a workspace that no Vale configuration applies to. */
export async function newsOfStart(
  root: RootSession,
  { problem, isConfigured }: Pick<Started, "problem" | "isConfigured">,
): Promise<RootNews | undefined> {
  if (problem === undefined) return undefined;
  const news = await newsOfProblem(root, problem);
  return isConfigured ? news : { ...news, facts: [] };
}
