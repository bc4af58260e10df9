import type { ScopeProblem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { QuietEvent } from "../clients/quiet-event.ts";
import { listGitAtOnce, startGitListing, type GitListing } from "../scope/listing.ts";
import { settingsStamp } from "../scope/settings-files.ts";
import type { Workspace } from "../scope/workspace.ts";
import { look, type Look } from "../snapshot/look.ts";
import { nodeDisk } from "../snapshot/node-disk.ts";
import { entryCount } from "../snapshot/snapshot.ts";
import { decodeSnapshot } from "../snapshot/snapshot-codec.ts";
import { readQuiet } from "../state/quiet.ts";
import { isRefused } from "../state/refusal.ts";
import type { SessionPaths } from "../state/store-paths.ts";
import { listingBytes } from "./listing-bytes.ts";

/** A look that was taken without the session's lock, and the snapshot that it was compared with. */
export interface EarlyLook {
  /** The bytes of `current` as they were read. */
  readonly compared: Buffer;
  readonly found: Extract<Look, { kind: "different" }>;
  /** Folders that could not be looked into. */
  readonly unreadable: readonly ScopeProblem[];
}

/** Loads a workspace's rule of what is eligible, for a listing. */
export type RuleLoader = (
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  listing: Buffer,
) => Promise<(path: RelPath) => boolean>;

/** Files of a work tree that Git lists sooner than it takes to let it run beside. */
const SMALL = 1_000;

/** Starts Git's listing of a workspace, to be read by who takes the baseline. */
export function listEarly(workspace: Workspace, env: NodeJS.ProcessEnv): GitListing {
  process.chdir(workspace.root);
  return startGitListing(workspace, env);
}

export interface QuietLookOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Loads the rule of what is eligible, with the program; asked only if files came, went or were renamed. */
  readonly loadRule: RuleLoader;
}

/**
 * Looks at a session's workspace without its lock. `quiet`: nothing changed and nothing is owed. Undefined: only the
 * whole program can tell. Loaded by the events that look: it brings `node:child_process`, which costs 9 ms.
 */
export async function quietLook(
  workspace: Workspace,
  { env, loadRule }: QuietLookOptions,
  paths: SessionPaths,
  kind: QuietEvent["kind"],
): Promise<EarlyLook | "quiet" | undefined> {
  // Outside Git the walk needs the rules, and those the program.
  if (workspace.kind === "plain") return undefined;
  const state = readQuiet(paths);
  if (state === undefined || state.owes || (kind === "stop" && state.remains)) return undefined;
  if (kind !== "stop" && isRefused(paths, settingsStamp(workspace.root, env))) return "quiet";
  const previous = decodeSnapshot(state.current);
  if (!previous.ok) return undefined;
  process.chdir(workspace.root);
  const list = entryCount(previous.value) <= SMALL ? listGitAtOnce : startGitListing;
  const unreadable: ScopeProblem[] = [];
  const found = await look({
    disk: nodeDisk(workspace.root, paths.stateFolder),
    previous: previous.value,
    startListing: () => listingBytes(list(workspace, env), unreadable),
    loadRule: async (listing) => await loadRule(workspace, env, listing),
  });
  if (!found.ok || found.value.kind === "damaged") return undefined;
  if (found.value.kind === "quiet") return "quiet";
  return { compared: state.current, found: found.value, unreadable };
}
