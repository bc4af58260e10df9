import type { Deadline } from "../base/deadline.ts";
import type { Workspace } from "../scope/workspace.ts";
import type { EarlyLook } from "./quiet-hook.ts";

/** What the handler of an event works with. */
export interface EventContext {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  readonly deadline: Deadline;
  /** Ends Vale when the program is told to end. */
  readonly signal: AbortSignal;
  readonly early: EarlyLook | undefined;
}
