import type { Problem } from "../base/problem.ts";
import type { RootNews } from "./root-news.ts";
import type { RootSession } from "./root-session.ts";
import { onceProblem } from "./told-fact.ts";

/**
 * The news where the session itself can't be used: the problem, once a session. It is remembered outside the workspace,
 * for its own state can't keep it; where that can't be done either, it is said again.
 */
export async function newsOfProblem(root: RootSession, problem: Problem): Promise<RootNews> {
  const once = onceProblem(problem);
  const key = once.key ?? problem.code;
  const said = await root.roots.wasSaid(key);
  const isSaid = said.ok && said.value;
  if (!isSaid) await root.roots.markSaid(key);
  return {
    root,
    files: [],
    unchecked: [],
    facts: isSaid ? [] : [once.fact],
    report: root.open.settings.report,
    afterSaid: undefined,
  };
}
