import { success } from "../base/result.ts";
import { count } from "../report/phrases.ts";
import { findWorkspace, stateFolder } from "../scope/workspace.ts";
import { expireSessions, type Expired } from "../state/expire.ts";
import { userSessionsFolder } from "../state/quiet-roots.ts";
import { expireSessionRoots } from "../state/session-roots.ts";
import { exitCodes, type Command } from "./command.ts";
import { printJson, printLines } from "./print.ts";

export const cleanCommand: Command = {
  name: "clean",
  summary: "remove expired state",
  usage: "clean [flags]",
  flags: {
    all: { type: "boolean", summary: "all of this workspace's state, however new" },
    json: { type: "boolean", summary: "print JSON" },
  },
  flagsOnly: true,
  examples: [
    ["valehook clean", "what no session has used for 14 days"],
    ["valehook clean --all", "start afresh in this workspace"],
  ],
  async run(context, { flags }) {
    const workspace = findWorkspace(context.cwd);
    if (!workspace.ok) return workspace;
    const folder = stateFolder(workspace.value);
    const all = flags["all"] === true;
    const nowMs = Date.now();
    const expired = await expireSessions(folder, { nowMs, all });
    if (!expired.ok) return expired;
    const lists = userSessionsFolder(context.env);
    const listed =
      lists === undefined ? success(undefined) : await expireSessionRoots(lists, nowMs);
    if (!listed.ok) return listed;
    const { sessions: removed, inUse } = expired.value;
    if (flags["json"] === true)
      printJson(context, { schema: 1, stateFolder: folder, removed, inUse });
    else printLines(context, cleanLines(expired.value, all));
    return success(exitCodes.done);
  },
};

/** What was removed, and what was left alone. */
export function cleanLines({ sessions, inUse }: Expired, all: boolean): readonly string[] {
  const lines: string[] = [];
  if (sessions > 0) lines.push(`Removed the state of ${count(sessions, "session")}.`);
  if (sessions > 0 && all) {
    lines.push("A session that goes on takes a new baseline at its next event.");
  }
  if (inUse > 0) {
    lines.push(
      `Kept the state of ${count(inUse, "session")}: a check is running. Try again when it has ended.`,
    );
  }
  if (lines.length > 0) return lines;
  return all
    ? ["This workspace has no session's state."]
    : ["Nothing to remove: no session's state is older than 14 days. --all removes it at any age."];
}
