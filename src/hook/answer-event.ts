import { deadlineIn } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import { silence } from "../clients/answers.ts";
import type { ClientPort } from "../clients/client-port.ts";
import { success, type Result } from "../base/result.ts";
import { findWorkspace } from "../scope/workspace.ts";
import type { EventContext } from "./event-context.ts";
import { postToolUse } from "./post-tool-use.ts";
import { preToolUse } from "./pre-tool-use.ts";
import type { HookWork } from "./quiet-hook.ts";
import { stop } from "./stop.ts";

/** What is to be written to standard output, and what is to be remembered once it was. */
export interface WrittenAnswer {
  /** Empty: nothing is written. */
  readonly text: string;
  readonly afterWritten: () => Promise<void>;
}

export interface AnswerOptions {
  readonly client: ClientPort;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Answers one event. Problems: the event can't be used (`input-*`), or its folder can't (`folder-unreadable`). */
export async function answerEvent(
  work: HookWork,
  { client, env, signal }: AnswerOptions,
): Promise<Result<WrittenAnswer>> {
  if (!work.event.ok) return work.event;
  const event = client.parseEvent(work.event.value);
  const found = work.workspace === undefined ? findWorkspace(event.cwd) : success(work.workspace);
  if (!found.ok) return found;
  const context: EventContext = {
    workspace: found.value,
    env,
    deadline: deadlineIn(limits.hookMs),
    signal,
    early: work.early,
    listing: work.listing,
  };
  switch (event.kind) {
    case "pre-tool-use": {
      const { answer, afterWritten } = await preToolUse(event, context);
      return success({ text: client.encode(event, answer), afterWritten });
    }
    case "post-tool-use": {
      const { answer, afterWritten } = await postToolUse(event, context);
      return success({ text: client.encode(event, answer), afterWritten });
    }
    case "stop": {
      const { answer, afterWritten } = await stop(event, context);
      return success({ text: client.encode(event, answer), afterWritten });
    }
    case "other": {
      const text = client.encode(event, silence);
      return success({ text, afterWritten: () => Promise.resolve() });
    }
  }
}
