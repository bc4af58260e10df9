import { readFileSync } from "node:fs";

import { errnoOf, isAbsent } from "../../base/errno.ts";
import { failure, success, type Result } from "../../base/result.ts";
import type { InstallProblem } from "../../base/problem.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import { scopes, type Scope } from "../../clients/hook-command.ts";
import type { RegisteredEvent } from "../../clients/registered-hooks.ts";
import type { HookHandler } from "../../clients/registration.ts";
import { hookFiles, type HookFile } from "../../clients/settings-files.ts";
import { settingsHooks } from "../../clients/settings-hooks.ts";

/** What one settings file of a client says of valehook. */
export interface Registration extends HookFile {
  readonly client: ClientPort;
  readonly scope: Scope;
  /** Our hooks in the file's order; empty where there are none. */
  readonly hooks: readonly RegisteredHook[];
  /** Whether the file turns all of the client's hooks off (Claude Code's `disableAllHooks`). */
  readonly turnsHooksOff: boolean;
}

export interface RegisteredHook {
  readonly event: string;
  readonly handler: HookHandler;
}

/**
 * Reads every settings file in which a client looks for hooks; files that aren't there are left out. Problems:
 * `client-settings-invalid` for one that the client itself can't read, or that can't be opened.
 */
export function readRegistrations(
  root: string,
  env: NodeJS.ProcessEnv,
): readonly Result<Registration, InstallProblem>[] {
  return Object.values(clientPorts).flatMap((client) =>
    scopes.flatMap((scope) =>
      hookFiles(client.name, scope, root, env).flatMap((source) => {
        const text = readText(source.file);
        if (!text.ok) return [text];
        return text.value === undefined ? [] : [readSource(client, scope, source, text.value)];
      }),
    ),
  );
}

function readText(file: string): Result<string | undefined, InstallProblem> {
  try {
    return success(readFileSync(file, "utf8"));
  } catch (error) {
    if (isAbsent(error)) return success(undefined);
    const detail = `it can't be read (${errnoOf(error)})`;
    return failure({ code: "client-settings-invalid", file, detail });
  }
}

function readSource(
  client: ClientPort,
  scope: Scope,
  { file, format }: HookFile,
  text: string,
): Result<Registration, InstallProblem> {
  const read = settingsHooks(format, text, { plain: true, known: client.hookFileKeys });
  if (!read.ok) {
    return failure({ code: "client-settings-invalid", file, detail: read.problem });
  }
  const { events, areOff } = read.value;
  return success({
    client,
    scope,
    file,
    format,
    hooks: ourHooks(events),
    turnsHooksOff: areOff,
  });
}

function ourHooks(events: readonly RegisteredEvent[]): readonly RegisteredHook[] {
  return events.flatMap(({ name, groups }) =>
    groups.flatMap(({ handlers, managed }) =>
      handlers
        .filter((_, index) => managed[index])
        .map((handler) => ({ event: name, handler: handler as HookHandler })),
    ),
  );
}
