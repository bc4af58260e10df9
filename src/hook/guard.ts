import { realpathSync, statSync, type BigIntStats } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

import { errnoOf } from "../base/errno.ts";
import { escapeControls } from "../base/escape-controls.ts";
import { listWorkspace } from "../check/list-workspace.ts";
import { workspaceRules } from "../check/workspace-rules.ts";
import { allow, deny, type Decision } from "../clients/answers.ts";
import type { PreToolUseEvent } from "../clients/hook-event.ts";
import { settingsFiles } from "../scope/settings-files.ts";
import { isValeConfigName } from "../scope/vale-config.ts";
import { decodeSnapshot } from "../snapshot/snapshot-codec.ts";
import { failedClosed } from "./fail-closed.ts";
import type { RootSession } from "./root-session.ts";
import { guardedTools } from "./guarded-tools.ts";
import { registrationFiles, watchedPaths } from "./watched-paths.ts";

/**
 * `guard = "deny"`: refuses an edit of the Vale configuration, its styles and vocabularies, `.valehook.toml` or the hook
 * registration. What a shell command changes can't be known before; it is told afterwards.
 */
export async function guardDecision(
  root: RootSession,
  { tool, cwd }: PreToolUseEvent,
): Promise<Decision> {
  if (tool === undefined || !guardedTools.has(tool.name)) return allow;
  // An input of another shape, or one that is too large to be read.
  if (tool.editedPaths.length === 0) return deny(failedClosed);
  const guarded = await guardedPaths(root);
  for (const name of tool.editedPaths) {
    const path = resolve(cwd, name.replace(/^~(?=\/|$)/, homedir()));
    if (isGuarded(root.open.workspace.root, guarded, path)) {
      return deny(refusal(name, kindOf(root, path)));
    }
  }
  return allow;
}

/** What a guarded path is for; its words are {@link refusal}'s. */
type Guarded = "vale" | "settings" | "registration";

function kindOf({ open: { workspace, env } }: RootSession, path: string): Guarded {
  const places = placesOf(path);
  const isOneOf = (files: readonly string[]) =>
    [...files, ...files.map(realPath)].some((file) => places.includes(file));
  if (isOneOf(settingsFiles(workspace.root, env))) return "settings";
  const registrations = registrationFiles(workspace.root, env).map(({ file }) => file);
  return isOneOf(registrations) ? "registration" : "vale";
}

/** The reason that the agent reads. */
function refusal(name: string, kind: Guarded): string {
  const why =
    'and this project does not let an agent change it (guard = "deny" in .valehook.toml).';
  switch (kind) {
    case "vale":
      return `${escapeControls(name)} belongs to Vale's configuration, styles and vocabularies, ${why} Fix the text instead, or ask the person to change the rule.`;
    case "settings":
      return `${escapeControls(name)} holds valehook's settings, ${why} Ask the person to change them.`;
    case "registration":
      return `${escapeControls(name)} is where valehook's hooks are registered, ${why} Ask the person to change it.`;
  }
}

/** All that decides what is checked, links and what they lead to; folders stand for all that lies in them. */
async function guardedPaths(root: RootSession): Promise<ReadonlySet<string>> {
  const watched = (await watchedBySession(root)) ?? (await watchedNow(root));
  return new Set([...watched, ...watched.map(realPath)]);
}

async function watchedBySession({ store }: RootSession): Promise<readonly string[] | undefined> {
  const bytes = await store.read("current");
  if (!bytes.ok || bytes.value === undefined) return undefined;
  const snapshot = decodeSnapshot(bytes.value);
  return snapshot.ok ? snapshot.value.watched.paths : undefined;
}

/** A workspace that can't be listed leaves what is known without its files: the settings and the registrations. */
async function watchedNow({ open }: RootSession): Promise<readonly string[]> {
  const listing = await listWorkspace(open);
  const bytes = listing.ok ? listing.value.bytes : Buffer.alloc(0);
  return watchedPaths(open, (await workspaceRules(open, bytes)).configs);
}

function isGuarded(root: string, guarded: ReadonlySet<string>, path: string): boolean {
  return (
    placesOf(path).some((place) => isNewConfig(root, place) || liesIn(root, guarded, place)) ||
    isOtherName(guarded, path)
  );
}

/** Whether a file with several names (hard links) has a guarded one among them. */
function isOtherName(guarded: ReadonlySet<string>, path: string): boolean {
  const file = statOf(path);
  if (file === undefined || file.nlink < 2n) return false;
  return [...guarded].some((one) => {
    const other = statOf(one);
    return other?.ino === file.ino && other.dev === file.dev;
  });
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    errnoOf(error);
    return undefined;
  }
}

/** Where a path really lies, and where it leads to if it is a link. */
function placesOf(path: string): readonly string[] {
  return [join(realPath(dirname(path)), basename(path)), realPath(path)];
}

/** A configuration in a folder that had none would win over those above it. */
function isNewConfig(root: string, path: string): boolean {
  return path.startsWith(`${root}/`) && isValeConfigName(path);
}

function liesIn(root: string, guarded: ReadonlySet<string>, path: string): boolean {
  for (let at = path; at !== root; at = dirname(at)) {
    if (guarded.has(at)) return true;
    if (at === dirname(at)) return false;
  }
  return false;
}

/** Links resolved as far as the path exists, so that no link hides what an edit reaches. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    errnoOf(error);
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
