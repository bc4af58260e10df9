import type { ClientName } from "../../clients/client-name.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import type { Scope } from "../../clients/hook-command.ts";
import { unregisterInText } from "../../clients/registration-edit.ts";
import { settingsFile } from "../../clients/settings-files.ts";
import { noScope, notesAfterUninstall } from "./notes.ts";
import { editedOutcome, untouched, type ClientOutcome } from "./outcome.ts";
import { editSettingsFile } from "./settings-file.ts";
import { lookAround } from "./surroundings.ts";

export interface UninstallRequest {
  readonly client: ClientName;
  readonly scope: Scope;
  /** The workspace's root. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly dryRun: boolean;
}

/** Removes our hooks from one settings file of a client, and tells what else runs them. */
export async function uninstallClient(request: UninstallRequest): Promise<ClientOutcome> {
  const { client, scope, root, env } = request;
  const port = clientPorts[client];
  const file = settingsFile(client, scope, root, env);
  if (file === undefined) {
    return untouched(client, scope, "unavailable", { notes: [noScope(port, scope)] });
  }
  const edited = await editSettingsFile(file, (text) => unregisterInText(file, text), request);
  if (!edited.ok) return untouched(client, scope, "failed", { file, problem: edited.problem });
  const notes = notesAfterUninstall(port, scope, await lookAround(port, root, env));
  return editedOutcome(client, scope, edited.value, notes);
}
