import { findWorkspace } from "../scope/workspace.ts";
import type { Command } from "./command.ts";
import type { ClientOutcome } from "./install/outcome.ts";
import { printOutcomes } from "./install/print-outcomes.ts";
import { readSelection, selectionFlags } from "./install/selection.ts";
import { uninstallClient } from "./install/uninstall-client.ts";

export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "remove the hooks",
  usage: "uninstall [flags]",
  flags: selectionFlags("all"),
  examples: [
    ["valehook uninstall", "out of your own settings of every agent; nothing else in them changes"],
    [
      "valehook uninstall --client codex --scope project",
      "out of this project's settings of Codex",
    ],
  ],
  async run(context, parsed) {
    const workspace = findWorkspace(context.cwd);
    if (!workspace.ok) return workspace;
    const { root } = workspace.value;
    const selection = readSelection(parsed, "all", root, context.env);
    if (!selection.ok) return selection;
    const { clients, scope, dryRun } = selection.value;
    const outcomes: ClientOutcome[] = [];
    for (const client of clients) {
      outcomes.push(await uninstallClient({ client, scope, root, env: context.env, dryRun }));
    }
    return printOutcomes(context, outcomes, "uninstall", selection.value);
  },
};
