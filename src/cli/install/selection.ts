import { existsSync } from "node:fs";

import { failure, success, type Result } from "../../base/result.ts";
import type { ClientName } from "../../clients/client-name.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import { scopes, type Scope } from "../../clients/hook-command.ts";
import { clientHome } from "../../clients/settings-files.ts";
import type { Flag, ParsedArguments } from "../command.ts";
import { findProgram } from "../../check/find-program.ts";

/** What `install` and `uninstall` were asked for. */
export interface Selection {
  readonly clients: readonly ClientName[];
  readonly scope: Scope;
  readonly dryRun: boolean;
  readonly json: boolean;
}

const names = Object.keys(clientPorts) as readonly ClientName[];

/** Which clients a command takes where none is named: those on this machine, or every one. */
export type DefaultClients = "found" | "all";

/** The flags of both commands. */
export function selectionFlags(unnamed: DefaultClients): Readonly<Record<string, Flag>> {
  const usual = unnamed === "found" ? "those found on this machine" : "all";
  return {
    client: {
      type: "string",
      value: [...names, "all"].join("|"),
      summary: `which coding agent (default: ${usual}); of several, those that have the scope`,
    },
    scope: {
      type: "string",
      value: scopes.join("|"),
      summary:
        "user: all your projects (default); project: everyone in this one; local: you alone in this one (Claude Code only)",
    },
    "dry-run": { type: "boolean", summary: "show the change as a diff, write nothing" },
    json: { type: "boolean", summary: "print JSON" },
  };
}

/** Reads the flags; `root` is the workspace's. Problems: `usage`. */
export function readSelection(
  { flags, positionals }: ParsedArguments,
  unnamed: DefaultClients,
  root: string,
  env: NodeJS.ProcessEnv,
): Result<Selection> {
  const [unwanted] = positionals;
  if (unwanted !== undefined) return usage(`Unexpected argument ${unwanted}.`);
  const scope = scopes.find((one) => one === (flags["scope"] ?? "user")) ?? "user";
  const clients = chosenClients(
    flags["client"] ?? (unnamed === "all" ? "all" : undefined),
    root,
    env,
  );
  if (clients.length === 0) {
    return usage("Neither Claude Code nor Codex was found here. Name one with --client.");
  }
  const dryRun = flags["dry-run"] === true;
  return success({ clients, scope, dryRun, json: flags["json"] === true });
}

function chosenClients(
  named: ParsedArguments["flags"][string],
  root: string,
  env: NodeJS.ProcessEnv,
): readonly ClientName[] {
  if (named === "all") return names;
  if (named !== undefined) return names.filter((name) => name === named);
  return names.filter(
    (name) => existsSync(clientHome(name, env)) || findProgram(name, root, env) !== undefined,
  );
}

function usage(detail: string): Result<never> {
  return failure({ code: "usage", detail });
}
