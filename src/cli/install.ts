import { existsSync } from "node:fs";

import { failure, success, type Result } from "../base/result.ts";
import { programFor, type HookProgram, type Scope } from "../clients/hook-command.ts";
import { findWorkspace, type Workspace } from "../scope/workspace.ts";
import type { Command } from "./command.ts";
import { dependsOnValehook } from "./install/depends-on-valehook.ts";
import { installClient } from "./install/install-client.ts";
import type { ClientOutcome } from "./install/outcome.ts";
import { printOutcomes } from "./install/print-outcomes.ts";
import { readSelection, selectionFlags } from "./install/selection.ts";
import { isPassing, projectOf } from "./install/stable-path.ts";
import { thisInstallation } from "./install/this-installation.ts";

export const installCommand: Command = {
  name: "install",
  summary: "register the hooks with Claude Code or Codex",
  usage: "install [flags]",
  flags: selectionFlags("found"),
  examples: [
    ["valehook install", "every agent on this machine, in all your projects"],
    ["valehook install --client claude --dry-run", "see the change of the settings first"],
    ["valehook install --client all --scope project", "for everyone who works on this project"],
  ],
  async run(context, parsed) {
    const workspace = findWorkspace(context.cwd);
    if (!workspace.ok) return workspace;
    const { root } = workspace.value;
    const selection = readSelection(parsed, "found", root, context.env);
    if (!selection.ok) return selection;
    const { clients, scope, dryRun } = selection.value;
    const program = await chooseProgram(scope, workspace.value, context.env);
    if (!program.ok) return program;
    const outcomes: ClientOutcome[] = [];
    for (const client of clients) {
      const request = { client, scope, root, env: context.env, program: program.value, dryRun };
      outcomes.push(await installClient(request));
    }
    return printOutcomes(context, outcomes, "install", selection.value);
  },
};

async function chooseProgram(
  scope: Scope,
  { root, kind }: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<Result<HookProgram>> {
  const installed = thisInstallation(env);
  if (scope !== "project" && isPassing(installed.program)) {
    const detail = `This valehook is a temporary copy (${installed.program}), and hooks need one that stays: run npm install --global valehook, then valehook install.`;
    return failure({ code: "usage", detail, command: "install" });
  }
  const owner = scope === "user" ? projectOf(installed.program, existsSync) : undefined;
  if (owner !== undefined) {
    const detail = `This valehook belongs to the project ${owner}, and the hooks of your other projects would fail once its node_modules is gone: run valehook install --scope project there, or npm install --global valehook, then valehook install.`;
    return failure({ code: "usage", detail, command: "install" });
  }
  const project = { dependsOnValehook: await dependsOnValehook(root), isGit: kind === "git" };
  return success(programFor(scope, installed, project));
}
