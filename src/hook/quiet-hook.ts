import { existsSync, readFileSync, statSync } from "node:fs";

import { systemErrorCode } from "../base/errno.ts";
import type { InputProblem, ScopeProblem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import { parseQuietEvent, type QuietEvent } from "../clients/quiet-event.ts";
import { readInput } from "../clients/read-input.ts";
import { listGitAtOnce, startGitListing } from "../scope/listing.ts";
import { settingsFiles, settingsStamp } from "../scope/settings-files.ts";
import { findWorkspace, stateFolder, type Workspace } from "../scope/workspace.ts";
import { look, type Look } from "../snapshot/look.ts";
import { nodeDisk } from "../snapshot/node-disk.ts";
import { entryCount } from "../snapshot/snapshot.ts";
import { decodeSnapshot } from "../snapshot/snapshot-codec.ts";
import { readQuiet } from "../state/quiet.ts";
import { mayHaveFurtherRoots } from "../state/quiet-roots.ts";
import { isRefused } from "../state/refusal.ts";
import { guardedTools } from "./guarded-tools.ts";
import { hasBaseline, sessionPaths, type SessionPaths } from "../state/store-paths.ts";
import { isDisabled } from "./is-disabled.ts";
import { listingBytes } from "./listing-bytes.ts";

/** A look that was taken without the session's lock, and the snapshot that it was compared with. */
export interface EarlyLook {
  /** The bytes of `current` as they were read. */
  readonly compared: Buffer;
  readonly found: Extract<Look, { kind: "different" }>;
  /** Folders that could not be looked into. */
  readonly unreadable: readonly ScopeProblem[];
}

/** What is left to do for an event, with what is known of it by now. */
export interface HookWork {
  readonly event: Result<QuietEvent, InputProblem>;
  /** As much of standard input as came. */
  readonly input: Buffer;
  readonly workspace: Workspace | undefined;
  readonly early: EarlyLook | undefined;
}

/** Loads a workspace's rule of what is eligible, for a listing. */
export type RuleLoader = (
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  listing: Buffer,
) => Promise<(path: RelPath) => boolean>;

export interface QuietHookOptions {
  readonly env: NodeJS.ProcessEnv;
  /** `--event`. */
  readonly eventName: string | undefined;
  /** Loads the rule of what is eligible, with the program; asked only if files came, went or were renamed. */
  readonly loadRule: RuleLoader;
}

/**
 * Ends most events without loading the program: a tool that is about to run in a session with a baseline, a tool that
 * changed nothing, a stop that owes nothing. Undefined: the event is answered, by silence. Writes nothing, takes no
 * lock, starts no process but Git's listing.
 */
export async function quietHook(options: QuietHookOptions): Promise<HookWork | undefined> {
  const { env, eventName } = options;
  if (isDisabled(env)) return undefined;
  let partial: Buffer = Buffer.alloc(0);
  const read = await readInput({
    onPartial: (bytes) => {
      partial = bytes;
    },
  });
  const input = read.ok ? read.value : partial;
  const event = read.ok ? parseQuietEvent(read.value, { eventName }) : read;
  if (!event.ok) return { event, input, workspace: undefined, early: undefined };
  if (event.value.kind === "other") return undefined;
  const found = findWorkspace(event.value.cwd);
  if (!found.ok) return { event, input, workspace: undefined, early: undefined };
  const workspace = found.value;
  const { sessionId } = event.value;
  const paths = sessionPaths(stateFolder(workspace), sessionId);
  const work = { event, input, workspace, early: undefined };
  const started = hasBaseline(paths);
  if (!started && isRefused(paths, settingsStamp(workspace.root, env))) return undefined;
  if (event.value.kind === "pre-tool-use") {
    return started && !mayGuard(workspace.root, env, event.value) ? undefined : work;
  }
  if (event.value.kind === "stop" && mayHaveFurtherRoots(env, sessionId, workspace.root)) {
    return work;
  }
  const looked = await quietLook(workspace, options, paths, event.value.kind);
  return looked === "quiet" ? undefined : { ...work, early: looked };
}

/** Whether the settings could ask for an edit to be refused: they are not parsed here, only searched. */
function mayGuard(root: string, env: NodeJS.ProcessEnv, event: QuietEvent): boolean {
  if (!guardedTools.has(event.payload["tool_name"])) return false;
  return settingsFiles(root, env).some((file) => existsSync(file) && mayName(file));
}

function mayName(file: string): boolean {
  try {
    // A key or value of TOML may be written with escapes. What is no file is never opened: a FIFO would be waited for.
    return statSync(file).isFile() && /guard|\\/.test(readFileSync(file, "utf8"));
  } catch (error) {
    // The program reads it again and says what is wrong with it.
    if (systemErrorCode(error) !== undefined) return true;
    throw error;
  }
}

/** Files of a work tree that Git lists sooner than it takes to let it run beside. */
const SMALL = 1_000;

async function quietLook(
  workspace: Workspace,
  { env, loadRule }: QuietHookOptions,
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
