import { isAbsolute } from "node:path";

import type { Unchecked } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { AgentFile, AgentReport } from "../report/agent-report.ts";
import type { Fact } from "../report/fact.ts";
import { restCommand } from "./rest-command.ts";
import type { RootSession } from "./root-session.ts";

/** What one workspace says at a Stop. */
export interface RootSaying {
  readonly root: RootSession;
  readonly files: readonly AgentFile[];
  readonly unchecked: readonly Unchecked[];
  readonly facts: readonly Fact[];
}

/** One report over all workspaces; files of another than the event's are named by their absolute path. */
export function stopReport(
  sessionId: string,
  own: RootSession,
  said: readonly RootSaying[],
): AgentReport {
  const { report } = own.open.settings;
  const shownIn =
    ({ open }: RootSession) =>
    (path: string): string => {
      const { root } = open.workspace;
      return root === own.open.workspace.root || isAbsolute(path) ? path : `${root}/${path}`;
    };
  return {
    files: said.flatMap(({ root, files }) =>
      files.map((file) => ({ ...file, path: shownIn(root)(file.path) })),
    ),
    unchecked: said.flatMap(({ root, unchecked }) =>
      unchecked.map(({ path, problem }) => ({ path: shownIn(root)(path) as RelPath, problem })),
    ),
    facts: said.flatMap(({ root, facts }) => facts.map((fact) => shownFact(fact, shownIn(root)))),
    report,
    command: () => restCommand(own.open, sessionId, report),
  };
}

function shownFact(fact: Fact, shown: (path: string) => string): Fact {
  switch (fact.kind) {
    case "checks-changed":
    case "waiting":
      return { ...fact, paths: fact.paths.map(shown) };
    case "silenced":
      return {
        ...fact,
        places: fact.places.map(({ path, line }) => ({ path: shown(path), line })),
      };
    case "git-brought":
    case "no-baseline-before-tool":
    case "no-baseline-before-stop":
    case "problem":
      return fact;
  }
}
