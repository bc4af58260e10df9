import { success } from "../base/result.ts";
import { findWorkspace, stateFolder } from "../scope/workspace.ts";
import { listSessions } from "../state/list-sessions.ts";
import { nodeStorage } from "../state/node-storage.ts";
import { exitCodes, type Command } from "./command.ts";
import { printJson, printLines } from "./print.ts";
import { statusJson, statusLines } from "./status-output.ts";

export const statusCommand: Command = {
  name: "status",
  summary: "show this workspace's sessions",
  usage: "status [flags]",
  flags: { json: { type: "boolean", summary: "print JSON" } },
  flagsOnly: true,
  examples: [
    ["valehook status", "each session's baseline, changes and last verdict"],
    ["valehook scan --session 3f2a9c1b", "check again what a session of that list changed"],
  ],
  async run(context, { flags }) {
    const workspace = findWorkspace(context.cwd);
    if (!workspace.ok) return workspace;
    const { root } = workspace.value;
    const folder = stateFolder(workspace.value);
    const sessions = await listSessions(nodeStorage, folder);
    if (!sessions.ok) return sessions;
    if (flags["json"] === true) printJson(context, statusJson(root, folder, sessions.value));
    else printLines(context, statusLines(root, sessions.value, Date.now()));
    return success(exitCodes.done);
  },
};
