import { isDeepStrictEqual } from "node:util";

import type { OpenWorkspace } from "./open-workspace.ts";
import { workspaceRules, type WorkspaceRules } from "./workspace-rules.ts";

interface Known {
  readonly open: OpenWorkspace;
  readonly rules: Promise<WorkspaceRules>;
}

const known = new WeakMap<Buffer, Known>();

/**
 * {@link workspaceRules} of a listing, found once for the very bytes under the same settings: an event in which files come or go
 * asks up to three times, and each answer takes a look into every folder.
 */
export async function knownRules(open: OpenWorkspace, listing: Buffer): Promise<WorkspaceRules> {
  const before = known.get(listing);
  if (before !== undefined && isSameWorkspace(before.open, open)) return await before.rules;
  const rules = workspaceRules(open, listing);
  known.set(listing, { open, rules });
  return await rules;
}

function isSameWorkspace(a: OpenWorkspace, b: OpenWorkspace): boolean {
  return (
    a.workspace.root === b.workspace.root &&
    isDeepStrictEqual([a.settings, a.override], [b.settings, b.override])
  );
}
