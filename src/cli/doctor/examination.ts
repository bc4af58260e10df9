import type { Result } from "../../base/result.ts";
import { deadlineIn, type Deadline } from "../../base/deadline.ts";
import { findVale } from "../../check/find-vale.ts";
import { listWorkspace } from "../../check/list-workspace.ts";
import type { OpenWorkspace } from "../../check/open-workspace.ts";
import { workspaceRules, type WorkspaceRules } from "../../check/workspace-rules.ts";
import type { Listing } from "../../scope/listing.ts";
import type { ValeProgram } from "../../vale/vale-program.ts";

/** What several checks look at. */
export interface Examination {
  readonly open: OpenWorkspace;
  readonly listing: Result<Listing>;
  /** The rules, with the eligible files; undefined where the files can't be listed. */
  readonly rules: WorkspaceRules | undefined;
  readonly vale: Result<ValeProgram>;
  /** What programs that run Vale get as their environment, see `spare-home.ts`. */
  readonly valeEnv: NodeJS.ProcessEnv;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/** Longest time that all checks together take. */
const EXAMINATION_MS = 5 * 60_000;

/** Looks at a workspace; writes nothing. */
export async function examine(
  open: OpenWorkspace,
  valeEnv: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Examination> {
  const listing = await listWorkspace(open);
  return {
    open,
    listing,
    rules: listing.ok ? await workspaceRules(open, listing.value.bytes) : undefined,
    vale: await findVale(open),
    valeEnv,
    deadline: deadlineIn(EXAMINATION_MS),
    signal,
  };
}
