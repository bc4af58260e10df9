import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { execa } from "execa";

import { deadlineIn } from "../../../src/base/deadline.ts";
import type { ClientName } from "../../../src/clients/client-name.ts";
import { clientPorts } from "../../../src/clients/client-ports.ts";
import { readCodexHooks } from "../../../src/clients/codex-trust.ts";
import type { CodexHook } from "../../../src/clients/codex-trust.ts";
import { programFor } from "../../../src/clients/hook-command.ts";
import { registerInText, registrationsFor } from "../../../src/clients/registration-edit.ts";
import { settingsFile } from "../../../src/clients/settings-files.ts";
import { appendTo, copyFolder } from "./client-home.ts";
import type { ClientHome } from "./client-home.ts";
import { builtProgram, clientProgram, repository } from "./programs.ts";

export type Way = "user" | "project" | "plugin";

/** Registers a built program with a client in one of the ways that people have, and trusts it where that is asked for. */
export async function register(
  client: ClientName,
  way: Way,
  place: ClientHome,
  program = builtProgram(),
): Promise<void> {
  if (way === "plugin") await installPlugin(client, place, program);
  else writeSettings(client, way, place, program);
  if (client === "codex") trust(place, await codexHooks(place));
}

/** What Codex says of the hooks that are registered. */
export async function codexHooks({ workspace, env }: ClientHome): Promise<readonly CodexHook[]> {
  const codex = clientProgram("codex");
  const hooks = await readCodexHooks({ codex, cwd: workspace, env, deadline: deadlineIn(30_000) });
  if (!hooks.ok) throw new Error(JSON.stringify(hooks.problem));
  return hooks.value;
}

/** What a person does with `/hooks`. */
export function trust({ home }: ClientHome, hooks: readonly CodexHook[]): void {
  const states = hooks.map(({ key, hash, contentHash }) => {
    const lines = [`[hooks.state.${JSON.stringify(key)}]`, `trusted_hash = "${hash}"`];
    if (contentHash !== undefined) lines.push(`trusted_content_hash = "${contentHash}"`);
    return `\n${lines.join("\n")}\n`;
  });
  appendTo(join(home, ".codex/config.toml"), states.join(""));
}

export function writeSettings(
  client: ClientName,
  scope: "user" | "project",
  { workspace, env }: ClientHome,
  program = builtProgram(),
): void {
  const file = settingsFile(client, scope, workspace, env);
  if (file === undefined) throw new Error(`${client} has no ${scope} scope`);
  const installed = { node: process.execPath, program };
  const command = programFor(scope, installed, { dependsOnValehook: true, isGit: true });
  if (command.kind === "dependency") linkDependency(workspace, program);
  const old = existsSync(file) ? readFileSync(file, "utf8") : "";
  const ours = registrationsFor(clientPorts[client], {
    program: command,
    platform: process.platform,
  });
  const text = registerInText(file, old, ours);
  if (!text.ok) throw new Error(JSON.stringify(text.problem));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.value);
}

/** What `npm install` leaves in a project that depends on valehook. */
function linkDependency(workspace: string, program: string): void {
  const folder = join(workspace, "node_modules/valehook");
  mkdirSync(folder, { recursive: true });
  symlinkSync(dirname(program), join(folder, "dist"));
}

async function installPlugin(
  client: ClientName,
  { home, workspace, env }: ClientHome,
  program: string,
): Promise<void> {
  const marketplace = join(home, "marketplace");
  copyFolder(join(repository, "plugin"), marketplace);
  copyFolder(dirname(program), join(marketplace, "valehook/dist"));
  const add = client === "claude" ? "install" : "add";
  for (const args of [
    ["plugin", "marketplace", "add", marketplace],
    ["plugin", add, "valehook@valehook"],
  ]) {
    await execa(clientProgram(client), args, {
      cwd: workspace,
      env,
      extendEnv: false,
      stdin: "ignore",
    });
  }
}
