import type { ClientName } from "../../clients/client-name.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import type { CodexHook } from "../../clients/codex-trust.ts";
import type { HookProgram, Scope } from "../../clients/hook-command.ts";
import {
  registerInText,
  registrationsFor,
  unregisterInText,
} from "../../clients/registration-edit.ts";
import type { Registrations } from "../../clients/registration.ts";
import { hookFiles, settingsFile } from "../../clients/settings-files.ts";
import { noScope, notesAfterInstall, notesBesidePlugin, userHasThem } from "./notes.ts";
import { editedOutcome, untouched, type ClientOutcome } from "./outcome.ts";
import { editSettingsFile, type EditText } from "./settings-file.ts";
import { lookAround, type Surroundings } from "./surroundings.ts";
import { areTrusted } from "./trusted-hooks.ts";

export interface InstallRequest {
  readonly client: ClientName;
  readonly scope: Scope;
  /** The workspace's root. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** What the registration starts. */
  readonly program: HookProgram;
  readonly dryRun: boolean;
}

/** Registers the hooks with one client, once, wherever else it already has them. */
export async function installClient(request: InstallRequest): Promise<ClientOutcome> {
  const { client, scope, root, env } = request;
  const port = clientPorts[client];
  const file = settingsFile(client, scope, root, env);
  if (file === undefined) {
    return untouched(client, scope, "unavailable", { notes: [noScope(port, scope)] });
  }
  const around = await lookAround(port, root, env);
  const has = await hasThemAlready(port, request, around);
  if (has !== undefined) return untouched(client, scope, "elsewhere", { file, notes: has });
  const ours = missingElsewhere(registrations(port, request), scope, around);
  const edited = await editSettingsFile(file, editFor(port, file, ours), request);
  if (!edited.ok) return untouched(client, scope, "failed", { file, problem: edited.problem });
  const isChanged = edited.value.before !== edited.value.after;
  const files = new Set(hookFiles(client, scope, root, env).map((one) => one.file));
  const isOurFile = ({ sourcePath }: CodexHook): boolean => files.has(sourcePath);
  const needsTrust = isChanged
    ? port.hooksNeedTrust
    : await trustIsLeft(port, request, around, isOurFile);
  const notes = notesAfterInstall(port, request, around, needsTrust);
  if (ours.size === 0 && !isChanged) {
    return untouched(client, scope, "elsewhere", { file, notes });
  }
  return editedOutcome(client, scope, edited.value, notes);
}

/** No event is left to register: what the file still registers would run twice. */
function editFor(port: ClientPort, file: string, ours: Registrations): EditText {
  if (ours.size === 0) return (text) => unregisterInText(file, text);
  return (text) => registerInText(file, text, ours, port);
}

function registrations(port: ClientPort, { program }: InstallRequest): Registrations {
  return registrationsFor(port, { program, platform: process.platform });
}

/** Why nothing is to be written and what that means, or undefined. */
async function hasThemAlready(
  port: ClientPort,
  request: InstallRequest,
  around: Surroundings,
): Promise<readonly string[] | undefined> {
  const { scope, root } = request;
  if (around.plugin !== undefined) {
    const needsTrust = await trustIsLeft(port, request, around, isPlugins);
    return notesBesidePlugin(port, root, around.plugin, around, needsTrust);
  }
  const byUser = around.files.find((one) => one.scope === "user");
  return scope === "local" && byUser !== undefined ? [userHasThem(byUser.file)] : undefined;
}

function isPlugins({ source }: CodexHook): boolean {
  return source === "plugin";
}

/** Whether trust in hooks that are there already is missing or can't be told. */
async function trustIsLeft(
  port: ClientPort,
  { root, env }: InstallRequest,
  around: Surroundings,
  isMeant: (hook: CodexHook) => boolean,
): Promise<boolean> {
  if (!port.hooksNeedTrust) return false;
  return around.unreadable.length > 0 || !(await areTrusted(port, root, env, isMeant));
}

/** Without the events that Codex's `config.toml` of the same scope registers: Codex runs the hooks of both files. */
function missingElsewhere(ours: Registrations, scope: Scope, { files }: Surroundings) {
  const inToml = files.filter((one) => one.scope === scope && one.format === "toml");
  const there = new Set(inToml.flatMap(({ hooks }) => hooks.map(({ event }) => event)));
  return new Map([...ours].filter(([event]) => !there.has(event)));
}
