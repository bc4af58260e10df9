import { dirname, join, relative, resolve, sep } from "node:path";
import { realpathSync } from "node:fs";

import { allow, deny, type Decision } from "../clients/answers.ts";
import type { PreToolUseEvent } from "../clients/hook-event.ts";
import { escapeControls } from "../base/escape-controls.ts";
import { isValeConfigName, makeConfigFinder } from "../scope/vale-config.ts";
import { readConfigParts } from "../scope/styles-path.ts";
import type { RelPath } from "../base/rel-path.ts";
import { registrationPaths } from "./watched-paths.ts";
import type { RootSession } from "./root-session.ts";

const guardedTools: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "apply_patch"]);

/**
 * `guard = "deny"`: refuses an edit of the Vale configuration, its styles and vocabularies, `.valehook.toml` or the hook
 * registration. What a shell command changes can't be known before; it is told afterwards.
 */
export function guardDecision(root: RootSession, { tool, cwd }: PreToolUseEvent): Decision {
  if (tool === undefined || !guardedTools.has(tool.name)) return allow;
  for (const name of tool.editedPaths) {
    const path = realPath(resolve(cwd, name));
    if (isGuarded(root, path)) return deny(refusal(name));
  }
  return allow;
}

/** The reason that the agent reads. */
export function refusal(name: string): string {
  return `${escapeControls(name)} decides what Vale checks, and this project does not let an agent change it (guard = "deny" in .valehook.toml). Fix the text instead, or ask the person to change the rule.`;
}

function isGuarded(root: RootSession, path: string): boolean {
  const { workspace, override } = root.open;
  const inside = relative(workspace.root, path).split(sep).join("/") as RelPath;
  if (inside === ".valehook.toml" || registrationPaths.includes(inside)) return true;
  if (!inside.startsWith("../") && isValeConfigName(inside)) return true;
  const config = makeConfigFinder(workspace, override)(inside);
  if (!config.ok || config.value === undefined) return false;
  if (path === config.value.file) return true;
  const parts = readConfigParts(config.value.file);
  const styles = parts.ok ? parts.value.stylesPaths : [];
  return styles.some((folder) => path === folder || path.startsWith(folder + sep));
}

/** Links resolved as far as the path exists, so that no link hides what an edit reaches. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}
