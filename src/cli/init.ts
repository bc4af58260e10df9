import { success } from "../base/result.ts";
import { openWorkspace } from "../check/open-workspace.ts";
import { exitCodes, type Command } from "./command.ts";
import { initLines } from "./init-output.ts";
import { initWorkspace } from "./init-workspace.ts";
import { printJson, printLines } from "./print.ts";

export const initCommand: Command = {
  name: "init",
  summary: "write a first Vale configuration",
  usage: "init [flags]",
  flags: { json: { type: "boolean", summary: "print JSON" } },
  flagsOnly: true,
  examples: [["valehook init", "a .vale.ini for this workspace's formats, with a small style"]],
  async run(context, { flags }) {
    const open = await openWorkspace(context.cwd, { env: context.env });
    if (!open.ok) return open;
    const begun = await initWorkspace(open.value);
    if (!begun.ok) return begun;
    const { root } = open.value.workspace;
    if (flags["json"] === true) printJson(context, { schema: 1, root, ...begun.value });
    else printLines(context, initLines(root, begun.value));
    return success(exitCodes.done);
  },
};
