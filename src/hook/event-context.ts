import type { Deadline } from "../base/deadline.ts";
import type { GitListing } from "../scope/listing.ts";
import type { Workspace } from "../scope/workspace.ts";
import type { EarlyLook } from "./quiet-look.ts";

/** What the handler of an event works with. */
export interface EventContext {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  readonly deadline: Deadline;
  /** Ends Vale when the program is told to end. */
  readonly signal: AbortSignal;
  readonly early: EarlyLook | undefined;
  /** Git's listing of the workspace, where it is under way already. */
  readonly listing?: GitListing | undefined;
}
