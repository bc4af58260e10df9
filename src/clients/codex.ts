import type { ClientPort } from "./client-port.ts";
import { dependencyPath, hookArguments } from "./hook-command.ts";
import type { HookCommand, HookProgram } from "./hook-command.ts";
import { toHookEvent } from "./hook-event.ts";
import { hookJson } from "./hook-json.ts";
import { hookTimeoutSeconds, matcherGroup } from "./registration.ts";
import type { HookHandler } from "./registration.ts";
import { isPlainOnWindows, posixWord, windowsArgument } from "./shell-quote.ts";

/** OpenAI Codex. */
export const codex: ClientPort = {
  name: "codex",
  title: "Codex",
  measuredOn: "0.171.0",
  blockExitCode: 2,
  denyDecisionValues: ["deny"],
  eventEnvVars: ["CODEX_HOME"],
  haltsTurnField: "continue",
  injectableEvents: ["PostToolUse"],
  matcherStyle: "regex",
  contextBytes: 10_000,
  hooksNeedTrust: true,
  hookFileKeys: ["description", "hooks"],
  removePlugin: "codex plugin remove",
  registeredEvents: ["PreToolUse", "PostToolUse", "Stop"],
  parseEvent: (quiet) => toHookEvent(quiet, "codex"),
  encode: (event, answer) => hookJson(event.name, answer),
  registration: (on, matcher, command) => matcherGroup(matcher, handler(on, command)),
};

/**
 * Codex has a shell command only. A file that may be read on Windows carries `commandWindows` too: there PowerShell or cmd.exe
 * runs it, whichever Codex finds, and neither starts a program whose name is in quotes (PowerShell prints it; see openai/codex
 * issues 38168 and 46454).
 */
function handler(event: string, { program, platform }: HookCommand): HookHandler {
  const args = hookArguments("codex", event);
  const posix = [...posixStart(program), ...args].join(" ");
  const windows = [...windowsStart(program), ...args].join(" ");
  const shared = program.kind === "dependency";
  return {
    type: "command",
    command: posix,
    ...(shared || platform === "win32" ? { commandWindows: windows } : {}),
    timeout: hookTimeoutSeconds,
  };
}

function posixStart(program: HookProgram): readonly string[] {
  switch (program.kind) {
    case "installed":
      return [posixWord(program.node), posixWord(program.program)];
    case "dependency":
      return program.root === "git"
        ? ["node", `"$(git rev-parse --show-toplevel)/${dependencyPath}"`]
        : ["node", dependencyPath];
    case "on-path":
      return ["valehook"];
  }
}

function windowsStart(program: HookProgram): readonly string[] {
  switch (program.kind) {
    case "installed":
      return [
        isPlainOnWindows(program.node) ? program.node : "node",
        windowsArgument(program.program),
      ];
    case "dependency":
      return ["npx", "--no-install", "valehook"];
    case "on-path":
      return ["valehook"];
  }
}
