import { openWorkspace } from "../check/open-workspace.ts";

/**
 * Whether an event that could not be read refuses its tool: a PreToolUse, by its own word or by `--event`, in a workspace
 * whose settings say `guard = "deny"`. The workspace is that of the process's working folder.
 */
export async function failsClosed(
  eventName: unknown,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (eventName !== "PreToolUse") return false;
  const open = await openWorkspace(cwd, { env });
  return open.ok && open.value.settings.guard === "deny";
}
