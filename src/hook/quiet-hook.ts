import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { systemErrorCode } from "../base/errno.ts";
import type { InputProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { GONE_FOLDER, parseQuietEvent, type QuietEvent } from "../clients/quiet-event.ts";
import { readInput } from "../clients/read-input.ts";
import type { GitListing } from "../scope/listing.ts";
import { settingsFiles, settingsStamp } from "../scope/settings-files.ts";
import { findWorkspace, stateFolder, type Workspace } from "../scope/workspace.ts";
import { mayHaveFurtherRoots } from "../state/quiet-roots.ts";
import { isRefused } from "../state/refusal.ts";
import { guardedTools } from "./guarded-tools.ts";
import { hasBaseline, sessionPaths } from "../state/store-paths.ts";
import { isDisabled } from "./is-disabled.ts";
import type { EarlyLook, RuleLoader } from "./quiet-look.ts";

/** What is left to do for an event, with what is known of it by now. */
export interface HookWork {
  readonly event: Result<QuietEvent, InputProblem>;
  /** Standard input, or the beginning of what came of it. */
  readonly input: Buffer;
  readonly workspace?: Workspace;
  readonly early?: EarlyLook;
  /** Git's listing for the baseline that is to be taken. */
  readonly listing?: GitListing;
}

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
  const event = read.ok ? readEvent(read.value, eventName) : read;
  if (!event.ok) return { event, input };
  if (event.value.kind === "other") return undefined;
  const found = findWorkspace(event.value.cwd);
  if (!found.ok) return { event, input };
  const workspace = found.value;
  const { sessionId } = event.value;
  const paths = sessionPaths(stateFolder(workspace), sessionId);
  const work = { event, input, workspace };
  const started = hasBaseline(paths);
  if (!started && isRefused(paths, settingsStamp(workspace.root, env))) return undefined;
  if (event.value.kind === "pre-tool-use") {
    if (started) return mayGuard(workspace.root, env, event.value) ? work : undefined;
    if (workspace.kind === "plain") return work;
    // Git lists while the program is loaded.
    const { listEarly } = await import("./quiet-look.ts");
    return { ...work, listing: listEarly(workspace, env) };
  }
  if (event.value.kind === "stop" && mayHaveFurtherRoots(env, sessionId, workspace.root)) {
    return work;
  }
  const { quietLook } = await import("./quiet-look.ts");
  const looked = await quietLook(workspace, options, paths, event.value.kind);
  if (looked === "quiet") return undefined;
  return looked === undefined ? work : { ...work, early: looked };
}

/**
 * One event. A `cwd` that is gone, perhaps removed by the agent's own tool, is taken for the nearest folder above that is
 * there, if the session has its baseline in that workspace: what was changed there is still to be checked.
 */
function readEvent(bytes: Buffer, eventName: string | undefined): Result<QuietEvent, InputProblem> {
  const event = parseQuietEvent(bytes, { eventName });
  if (event.ok) return event;
  const { problem } = event;
  if (problem.code !== "input-field" || problem.detail !== GONE_FOLDER) return event;
  const anywhere = parseQuietEvent(bytes, { eventName, folderFault: () => undefined });
  if (!anywhere.ok) return event;
  let cwd = dirname(anywhere.value.cwd);
  while (!existsSync(cwd)) cwd = dirname(cwd);
  const found = findWorkspace(cwd);
  if (!found.ok) return event;
  const paths = sessionPaths(stateFolder(found.value), anywhere.value.sessionId);
  return hasBaseline(paths) ? success({ ...anywhere.value, cwd }) : event;
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
