import type { RelPath } from "../base/rel-path.ts";
import type { PostToolUseEvent } from "../clients/hook-event.ts";
import { findVale } from "../check/find-vale.ts";
import { listWorkspace } from "../check/list-workspace.ts";
import { runCheck } from "../check/run-check.ts";
import { withRules, workspaceRules } from "../check/workspace-rules.ts";
import { namedPath } from "../scope/explicit-path.ts";
import { markSaid } from "../state/say-once.ts";
import type { Outcome } from "../vale/outcome.ts";
import type { EventContext } from "./event-context.ts";
import { newsOfProblem, newsOfStart } from "./problem-news.ts";
import type { RootNews } from "./root-news.ts";
import type { RootSession } from "./root-session.ts";
import { startSession } from "./start-session.ts";
import { onceProblem, problemKeyFor, type OnceFact } from "./told-fact.ts";
import type { NoBaseline } from "./track.ts";
import { nothingSaid, unsaidFacts } from "./unsaid.ts";

/**
 * The news of a tool call in a session that has no baseline: the files that the call names are checked whole, then the
 * baseline is taken, and the agent reads why.
 */
export async function newsWithoutBaseline(
  root: RootSession,
  event: PostToolUseEvent,
  { facts }: NoBaseline,
  context: EventContext,
): Promise<RootNews> {
  const checked = await checkNamed(root, event, context);
  const started = await startSession(root, { startedBy: "post-tool-use" }, context.deadline);
  if (!started.ok) return await newsOfProblem(root, started.problem);
  const failed = await newsOfStart(root, started.value);
  if (failed !== undefined) return failed;
  if (!started.value.isNew || !started.value.isConfigured) return nothing(root);
  const outcomes = checked.outcomes;
  const unsaid = unsaidFacts(nothingSaid, [
    { fact: { kind: "no-baseline-before-tool", checked: outcomes.length > 0 }, key: undefined },
    ...facts,
    ...started.value.facts,
    ...checked.facts,
  ]);
  return {
    root,
    files: outcomes.flatMap((outcome) =>
      outcome.kind === "checked" && outcome.findings.length > 0
        ? [
            {
              path: outcome.path,
              findings: outcome.findings,
              older: 0,
              compared: false,
              told: false,
            },
          ]
        : [],
    ),
    unchecked: outcomes.filter((outcome) => outcome.kind === "unchecked"),
    facts: unsaid.facts,
    report: "all",
    afterSaid: (session) => markSaid(session, unsaid.keys),
  };
}

async function checkNamed(
  root: RootSession,
  { tool, cwd }: PostToolUseEvent,
  { deadline, signal }: EventContext,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly facts: readonly OnceFact[] }> {
  const names = tool?.editedPaths ?? [];
  if (names.length === 0) return { outcomes: [], facts: [] };
  const { open } = root;
  const listing = await listWorkspace(open);
  if (!listing.ok) return { outcomes: [], facts: [onceProblem(listing.problem)] };
  const rules = await workspaceRules(open, listing.value.bytes);
  const paths = new Set<RelPath>();
  for (const name of names) {
    const named = namedPath(open.workspace, rules.paths, cwd, name);
    if (named.kind === "file" && named.overruled === undefined) paths.add(named.path);
  }
  const { configFor } = rules;
  const configured = withRules(configFor, [...paths]);
  if (configured.length === 0) return { outcomes: [], facts: [] };
  const vale = await findVale(open);
  if (!vale.ok) {
    const { problem } = vale;
    const fact = { kind: "waiting", paths: configured, problem, isKnown: false } as const;
    return { outcomes: [], facts: [{ fact, key: problemKeyFor("agent", problem) }] };
  }
  const outcomes = await runCheck(open, configured, {
    vale: vale.value,
    configFor,
    deadline,
    signal,
    verdicts: undefined,
  });
  return { outcomes, facts: [] };
}

function nothing(root: RootSession): RootNews {
  return {
    root,
    files: [],
    unchecked: [],
    facts: [],
    report: "all",
    afterSaid: undefined,
  };
}
