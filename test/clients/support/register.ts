import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { execa } from "execa";

import { deadlineIn } from "../../../src/base/deadline.ts";
import type { ClientName } from "../../../src/clients/client-name.ts";
import { readCodexHooks } from "../../../src/clients/codex-trust.ts";
import type { CodexHook } from "../../../src/clients/codex-trust.ts";
import { settingsFile } from "../../../src/clients/settings-files.ts";
import { appendTo, copyFolder } from "./client-home.ts";
import type { ClientHome } from "./client-home.ts";
import { builtProgram, clientProgram, repository } from "./programs.ts";

export type Way = "user" | "project" | "plugin";

/** Registers a built program with a client in one of the ways that people have, and trusts it where that is asked for. */
export async function register(client: ClientName, way: Way, place: ClientHome): Promise<void> {
  if (way === "plugin") await installPlugin(client, place, builtProgram());
  else await install(client, way, place);
  if (client === "codex") trust(place, await codexHooks(place));
}

/** Registers a program that stands in valehook's place, as `valehook install` would have done. */
export async function registerStandIn(
  client: ClientName,
  place: ClientHome,
  program: string,
): Promise<void> {
  await install(client, "user", place);
  const file = settingsFile(client, "user", place.workspace, place.env) ?? "";
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(realpathSync(builtProgram()), program));
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
  const untrusted = hooks.filter(({ trusted }) => !trusted);
  const states = untrusted.map(({ key, hash, contentHash }) => {
    const lines = [`[hooks.state.${JSON.stringify(key)}]`, `trusted_hash = "${hash}"`];
    if (contentHash !== undefined) lines.push(`trusted_content_hash = "${contentHash}"`);
    return `\n${lines.join("\n")}\n`;
  });
  appendTo(join(home, ".codex/config.toml"), states.join(""));
}

/** Runs `valehook install` as a person would. */
export async function install(
  client: ClientName,
  scope: "user" | "project",
  { workspace, env }: ClientHome,
): Promise<void> {
  const program = builtProgram();
  if (scope === "project") dependOnValehook(workspace, program);
  const args = ["install", "--client", client, "--scope", scope];
  await execa(process.execPath, [program, ...args], { cwd: workspace, env, extendEnv: false });
}

/** What `npm install --save-dev valehook` leaves in a project. */
function dependOnValehook(workspace: string, program: string): void {
  const devDependencies = { valehook: "*" };
  writeFileSync(join(workspace, "package.json"), JSON.stringify({ devDependencies }));
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
