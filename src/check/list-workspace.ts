import type { Result } from "../base/result.ts";
import { startGitListing, type GitListing, type Listing } from "../scope/listing.ts";
import { walkListing } from "../scope/walk.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import { scopeRules } from "./workspace-rules.ts";

/** Starts to list a workspace's files: by Git in a work tree, else by the bounded walk. */
export function startListing(open: OpenWorkspace): Pick<GitListing, "done"> {
  const { workspace, env } = open;
  if (workspace.kind === "git") return startGitListing(workspace, env);
  const walked = walkListing(workspace, scopeRules(open, []));
  return { done: async () => await walked };
}

/** {@link startListing}, waited for. */
export async function listWorkspace(open: OpenWorkspace): Promise<Result<Listing>> {
  return await startListing(open).done();
}
