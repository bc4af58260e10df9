import { hookArguments } from "./hook-command.ts";
import { shellWords } from "./shell-quote.ts";

/** One hook of an event, in the shape that both clients read. */
export interface HookHandler {
  readonly type: "command";
  readonly command: string;
  /** Exec form: the program is started directly, without a shell. */
  readonly args?: readonly string[];
  readonly commandWindows?: string;
  /** Seconds. */
  readonly timeout: number;
}

/** The hooks of an event that share a matcher; without one they see every tool. */
export interface MatcherGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookHandler[];
}

/** What valehook registers, by event. */
export type Registrations = ReadonlyMap<string, MatcherGroup>;

/** Seconds that both clients give a hook; valehook's own limit is below. */
export const hookTimeoutSeconds = 60;

export function matcherGroup(matcher: string | undefined, handler: HookHandler): MatcherGroup {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
}

/**
 * Whether a hook is one that valehook wrote, of whatever version or place: valehook's program, `hook`, and no more than
 * its two options. A wrapper that a person made is theirs.
 */
export function isOurHandler(handler: unknown): boolean {
  if (typeof handler !== "object" || handler === null) return false;
  const { type, command, args } = handler as Record<string, unknown>;
  if (type !== "command" || typeof command !== "string") return false;
  return isOurCommand(Array.isArray(args) ? [command, ...args.map(String)] : shellWords(command));
}

function isOurCommand(words: readonly string[]): boolean {
  const verb = words.indexOf("hook");
  const program = words[verb - 1];
  if (program === undefined || !/(?:^|[\\/])valehook(?:\.cjs|\.cmd)?$/.test(program)) return false;
  return startsProgram(words.slice(0, verb - 1)) && areOurOptions(words.slice(verb + 1));
}

function startsProgram(words: readonly string[]): boolean {
  const [first, ...rest] = words;
  if (first === undefined) return true;
  const name = first.replace(/^.*[\\/]/, "");
  if (/^npx(?:\.cmd)?$/.test(name)) return rest.every((word) => word.startsWith("--"));
  return rest.length === 0 && /^node(?:js)?\d*(?:\.exe)?$/.test(name);
}

function areOurOptions(words: readonly string[]): boolean {
  for (let index = 0; index < words.length; index += 2) {
    if (words[index] !== "--client" && words[index] !== "--event") return false;
  }
  return words.length % 2 === 0 && words.length <= hookArguments("", "").length - 1;
}
