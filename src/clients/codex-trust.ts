import { createInterface } from "node:readline";

import { execa } from "execa";
import * as v from "valibot";

import type { Deadline } from "../base/deadline.ts";
import type { InstallProblem } from "../base/problem.ts";
import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import { isOurHandler } from "./registration.ts";

/** A hook of ours as Codex sees it, wherever it is registered. */
export interface CodexHook {
  /** The event's name as in a payload. */
  readonly event: string;
  /** Codex's word for where it comes from: `user`, `project`, `plugin` … */
  readonly source: string;
  readonly sourcePath: string;
  readonly enabled: boolean;
  /** Whether Codex runs it: trusted, or managed. An untrusted hook is skipped without a word. */
  readonly trusted: boolean;
  /**
   * What Codex keeps trust by: the key of `[hooks.state]` and its `trusted_hash`; for a plugin's hook also the
   * `trusted_content_hash`, over all of the plugin's files.
   */
  readonly key: string;
  readonly hash: string;
  readonly contentHash: string | undefined;
}

export interface CodexQuestion {
  /** Codex's program. */
  readonly codex: string;
  /** The workspace whose hooks are asked for. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly deadline: Deadline;
}

const HOOKS_LIST = 2;

const answer = v.object({
  id: v.literal(HOOKS_LIST),
  result: v.object({
    data: v.array(
      v.object({
        hooks: v.array(
          v.object({
            key: v.string(),
            eventName: v.string(),
            handlerType: v.string(),
            command: v.nullish(v.string()),
            source: v.string(),
            sourcePath: v.string(),
            enabled: v.boolean(),
            isManaged: v.boolean(),
            currentHash: v.string(),
            trustStatus: v.string(),
          }),
        ),
      }),
    ),
  }),
});
const identified = v.object({ id: v.literal(HOOKS_LIST) });

/**
 * Our hooks in a workspace as Codex itself lists them, by its `app-server` (0.171.0). Writes nothing. Fails with `client-silent`
 * where Codex can't be started, doesn't answer in time, or answers in another shape.
 */
export async function readCodexHooks(
  question: CodexQuestion,
): Promise<Result<readonly CodexHook[], InstallProblem>> {
  const server = execa(question.codex, ["app-server"], {
    cwd: question.cwd,
    env: { ...question.env, RUST_LOG: "off" },
    extendEnv: false,
    buffer: { stdout: false },
    reject: false,
    timeout: Math.max(1, question.deadline.remainingMs()),
    forceKillAfterDelay: 1_000,
  });
  // A server that has ended already says so by its result.
  server.stdin.on("error", () => undefined);
  server.stdin.write(requests(question.cwd));
  let hooks: readonly CodexHook[] | undefined;
  for await (const line of createInterface({ input: server.stdout })) {
    const message = parseLine(line);
    if (!v.is(identified, message)) continue;
    const parsed = v.safeParse(answer, message);
    hooks = parsed.success ? ourHooks(parsed.output) : undefined;
    break;
  }
  server.stdin.end();
  server.kill();
  const ended = await server;
  if (hooks !== undefined) return success(hooks);
  return failure({ code: "client-silent", client: "Codex", asked: "its hooks", words: why(ended) });
}

function requests(cwd: string): string {
  const clientInfo = { name: "valehook", title: "valehook", version: "1" };
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { clientInfo, capabilities: { experimentalApi: true } },
    },
    { method: "initialized" },
    { id: HOOKS_LIST, method: "hooks/list", params: { cwds: [cwd] } },
  ];
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    // Something else on its output.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function ourHooks({ result }: v.InferOutput<typeof answer>): readonly CodexHook[] {
  return result.data
    .flatMap(({ hooks }) => hooks)
    .filter(({ handlerType, command }) => isOurHandler({ type: handlerType, command }))
    .map((hook) => {
      const [hash = "", contentHash] = hook.currentHash.split("/");
      return {
        event: hook.eventName.charAt(0).toUpperCase() + hook.eventName.slice(1),
        source: hook.source,
        sourcePath: hook.sourcePath,
        enabled: hook.enabled,
        trusted: hook.isManaged || hook.trustStatus === "trusted",
        key: hook.key,
        hash,
        contentHash,
      };
    });
}

function why(ended: {
  readonly timedOut: boolean;
  readonly stderr: string;
  readonly originalMessage?: string | undefined;
}): string {
  if (ended.timedOut) return "no answer in time";
  if (ended.stderr !== "") return ended.stderr;
  return ended.originalMessage ?? "an answer of another shape";
}
