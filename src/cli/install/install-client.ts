import type { ClientName } from "../../clients/client-name.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import type { HookProgram, Scope } from "../../clients/hook-command.ts";
import {
  registerInText,
  registrationsFor,
  unregisterInText,
} from "../../clients/registration-edit.ts";
import type { Registrations } from "../../clients/registration.ts";
import { settingsFile } from "../../clients/settings-files.ts";
import { noScope, notesAfterInstall, notesBesidePlugin, userHasThem } from "./notes.ts";
import { editedOutcome, untouched, type ClientOutcome } from "./outcome.ts";
import { editSettingsFile, type EditText } from "./settings-file.ts";
import { lookAround, type Surroundings } from "./surroundings.ts";

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
  const has = hasThemAlready(port, request, around);
  if (has !== undefined) return untouched(client, scope, "elsewhere", { file, notes: has });
  const ours = missingElsewhere(registrations(port, request), scope, around);
  const edited = await editSettingsFile(file, editFor(file, ours), request);
  if (!edited.ok) return untouched(client, scope, "failed", { file, problem: edited.problem });
  const notes = notesAfterInstall(port, request, around);
  if (ours.size === 0 && edited.value.before === edited.value.after) {
    return untouched(client, scope, "elsewhere", { file, notes });
  }
  return editedOutcome(client, scope, edited.value, notes);
}

/** No event is left to register: what the file still registers would run twice. */
function editFor(file: string, ours: Registrations): EditText {
  if (ours.size === 0) return (text) => unregisterInText(file, text);
  return (text) => registerInText(file, text, ours);
}

function registrations(port: ClientPort, { program }: InstallRequest): Registrations {
  return registrationsFor(port, { program, platform: process.platform });
}

/** Why nothing is to be written and what that means, or undefined. */
function hasThemAlready(
  port: ClientPort,
  { scope, root }: InstallRequest,
  around: Surroundings,
): readonly string[] | undefined {
  if (around.plugin !== undefined) return notesBesidePlugin(port, root, around.plugin, around);
  const byUser = around.files.find((one) => one.scope === "user");
  return scope === "local" && byUser !== undefined ? [userHasThem(byUser.file)] : undefined;
}

/** Without the events that Codex's `config.toml` of the same scope registers: Codex runs the hooks of both files. */
function missingElsewhere(ours: Registrations, scope: Scope, { files }: Surroundings) {
  const inToml = files.filter((one) => one.scope === scope && one.format === "toml");
  const there = new Set(inToml.flatMap(({ hooks }) => hooks.map(({ event }) => event)));
  return new Map([...ours].filter(([event]) => !there.has(event)));
}
