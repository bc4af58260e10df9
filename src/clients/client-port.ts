import type { AnswerTo, EventOf } from "./answers.ts";
import type { ClientName } from "./client-name.ts";
import type { EventKind } from "./event-kind.ts";
import type { HookEvent } from "./hook-event.ts";
import type { HookCommand } from "./hook-command.ts";
import type { QuietEvent } from "./quiet-event.ts";
import type { MatcherGroup } from "./registration.ts";

/**
 * All that differs between the clients. Everything that is not a function is a fact, measured by running the client of
 * version `measuredOn` headless.
 */
export interface ClientPort {
  readonly name: ClientName;
  /** What people call it. */
  readonly title: string;
  readonly measuredOn: string;
  /** Exit code with which a PreToolUse hook refuses the tool, its stderr as the reason; others are only reported. */
  readonly blockExitCode: number;
  /** Values of `permissionDecision` that refuse the tool. */
  readonly denyDecisionValues: readonly string[];
  /** Environment variables that tell a hook that this client runs it. */
  readonly eventEnvVars: readonly string[];
  /** The answer's field that ends the whole turn, where the client's documentation has one; valehook never uses it. */
  readonly haltsTurnField?: string;
  /** The events that we register for whose `additionalContext` reaches the model. */
  readonly injectableEvents: readonly string[];
  /** How a registration's `matcher` is read; valehook registers without one, which is every tool. */
  readonly matcherStyle: "exact-or-regex" | "regex";
  /** UTF-8 bytes of an answer that surely reach the model whole. */
  readonly contextBytes: number;
  /** The event of a failed tool where it has one of its own. */
  readonly failedToolEvent?: string;
  /** Whether it skips a person's own hook until they have trusted it. */
  readonly hooksNeedTrust: boolean;
  /** The only keys of its own JSON file for hooks, where it drops the whole file for any other. */
  readonly hookFileKeys?: readonly string[];
  /** What removes a plugin, but for the plugin's name. */
  readonly removePlugin: string;
  /** The events that valehook is registered for. */
  readonly registeredEvents: readonly string[];
  /** The event that a payload is. */
  parseEvent(quiet: QuietEvent): HookEvent;
  /** What to write to standard output for an answer; empty where there is nothing to say. */
  encode<Kind extends EventKind>(event: EventOf<Kind>, answer: AnswerTo<Kind>): string;
  /** What registers valehook for one event, in the client's native shape; without a matcher it sees every tool. */
  registration(on: string, matcher: string | undefined, command: HookCommand): MatcherGroup;
}
