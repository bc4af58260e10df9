import { isAbsolute } from "node:path";

import { openWorkspace, type OpenWorkspace } from "../check/open-workspace.ts";
import { parsePayload } from "../clients/quiet-event.ts";
import type { Result } from "../base/result.ts";

/** What is known of an event that could not be read. */
export interface UnreadEvent {
  /** Standard input, or the beginning of what came of it. */
  readonly input: Buffer;
  /** `--event`. */
  readonly eventName: string | undefined;
  /** The process's working folder, absolute. */
  readonly cwd: string;
}

/** What is added to the problem when the tool call is refused for it. */
export const failedClosed =
  'The tool call is refused, for it can\'t be told what it edits and this project protects its checks (guard = "deny").';

/**
 * Whether an event that could not be read refuses its tool: a PreToolUse, by its own word or by `--event`, in a workspace
 * whose settings say `guard = "deny"`. The workspace is that of the input's `cwd` where that can be used, else that of the
 * process.
 */
export async function failsClosed(event: UnreadEvent, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!isPreToolUse(event)) return false;
  const open = await openOf(event, env);
  if (!open.ok) return false;
  const { guard, mode } = open.value.settings;
  return guard === "deny" && mode === "enforce";
}

function isPreToolUse({ input, eventName }: UnreadEvent): boolean {
  const names = stringsOf(input, "hook_event_name");
  return names.length === 0 ? eventName === "PreToolUse" : names.includes("PreToolUse");
}

async function openOf(
  { input, cwd }: UnreadEvent,
  env: NodeJS.ProcessEnv,
): Promise<Result<OpenWorkspace>> {
  const named = stringsOf(input, "cwd").find((path) => isAbsolute(path) && !path.includes("\0"));
  const opened = named === undefined ? undefined : await openWorkspace(named, { env });
  return opened?.ok === true ? opened : await openWorkspace(cwd, { env });
}

/** The values that a field has: of the object itself, or wherever it stands in input that is no whole JSON. */
function stringsOf(input: Buffer, field: string): string[] {
  const payload = parsePayload(input);
  if (payload.ok) {
    const value = payload.value[field];
    return typeof value === "string" ? [value] : [];
  }
  const written = new RegExp(`"${field}"\\s*:\\s*("(?:[^"\\\\\\n]|\\\\.)*")`, "g");
  return [...input.toString("utf8").matchAll(written)].flatMap(([, text = ""]) => {
    const value = parsePayload(Buffer.from(`{"value":${text}}`));
    return value.ok && typeof value.value["value"] === "string" ? [value.value["value"]] : [];
  });
}
