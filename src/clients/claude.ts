import type { ClientPort } from "./client-port.ts";
import { dependencyPath, hookArguments } from "./hook-command.ts";
import type { HookCommand } from "./hook-command.ts";
import { toHookEvent } from "./hook-event.ts";
import { hookJson } from "./hook-json.ts";
import { hookTimeoutSeconds, matcherGroup } from "./registration.ts";
import type { HookHandler } from "./registration.ts";
import { forwardSlashes } from "./shell-quote.ts";

/** Claude Code. */
export const claude: ClientPort = {
  name: "claude",
  title: "Claude Code",
  measuredOn: "2.1.332",
  blockExitCode: 2,
  denyDecisionValues: ["deny"],
  eventEnvVars: ["CLAUDECODE", "CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ID"],
  haltsTurnField: "continue",
  injectableEvents: ["PostToolUse", "PostToolUseFailure"],
  matcherStyle: "exact-or-regex",
  contextBytes: 10_000,
  failedToolEvent: "PostToolUseFailure",
  hooksNeedTrust: false,
  removePlugin: "claude plugin uninstall",
  registeredEvents: ["PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"],
  parseEvent: (quiet) => toHookEvent(quiet, "claude"),
  encode: (event, answer) => hookJson(event.name, answer),
  registration: (on, matcher, command) => matcherGroup(matcher, handler(on, command)),
};

/**
 * Exec form where the program is known, so that no shell has a say in it on any system; Claude Code expands its own
 * `${CLAUDE_PROJECT_DIR}` in each argument. A program on PATH is a shell command: npm puts a `.cmd` there on Windows, which
 * can't be started without a shell.
 */
function handler(event: string, { program, platform }: HookCommand): HookHandler {
  const args = hookArguments("claude", event);
  const path = (text: string): string => (platform === "win32" ? forwardSlashes(text) : text);
  switch (program.kind) {
    case "installed":
      return execForm(path(program.node), [path(program.program), ...args]);
    case "dependency":
      return execForm("node", [`\${CLAUDE_PROJECT_DIR}/${dependencyPath}`, ...args]);
    case "on-path":
      return {
        type: "command",
        command: ["valehook", ...args].join(" "),
        timeout: hookTimeoutSeconds,
      };
  }
}

function execForm(command: string, args: readonly string[]): HookHandler {
  return { type: "command", command, args, timeout: hookTimeoutSeconds };
}
