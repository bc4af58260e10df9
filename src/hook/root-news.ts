import type { Unchecked } from "../base/problem.ts";
import type { AgentFile } from "../report/agent-report.ts";
import type { Fact } from "../report/fact.ts";
import type { Session } from "../state/session.ts";
import type { RootSession } from "./root-session.ts";

/** What one workspace has to say at an event, and how the session remembers that it was said. */
export interface RootNews {
  readonly root: RootSession;
  readonly files: readonly AgentFile[];
  readonly unchecked: readonly Unchecked[];
  readonly facts: readonly Fact[];
  /** Whether `files` hold the new findings only. */
  readonly report: "new" | "all";
  /** The session after all of this was said; undefined where that leaves nothing to remember. */
  readonly afterSaid: ((session: Session) => Session) | undefined;
}
