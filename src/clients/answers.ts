import type { EventKind } from "./event-kind.ts";
import type { HookEvent } from "./hook-event.ts";

/** To a tool that is about to run. */
export type Decision = Allow | Deny;

export interface Allow {
  readonly kind: "allow";
}

/** The tool does not run; the agent reads the reason. */
export interface Deny {
  readonly kind: "deny";
  readonly reason: string;
}

/** Text for the agent beside the tool's own output, which stays as it is. */
export interface Context {
  readonly kind: "context";
  readonly text: string;
}

/** The turn goes on; the agent reads the reason. */
export interface Block {
  readonly kind: "block";
  readonly reason: string;
}

/** Text for the person; the turn ends. */
export interface Notice {
  readonly kind: "notice";
  readonly text: string;
}

/** Nothing at all is written. */
export interface Silence {
  readonly kind: "silence";
}

/** The one answer type that each kind of event can carry out. */
export interface AnswerByKind {
  readonly "pre-tool-use": Decision;
  readonly "post-tool-use": Context | Silence;
  readonly stop: Block | Notice | Silence;
  readonly other: Silence;
}

export type AnswerTo<Kind extends EventKind> = AnswerByKind[Kind];

/** Any answer; only an encoder, which has the event beside it, takes this. */
export type Answer = AnswerByKind[EventKind];

/** The event of a kind. */
export type EventOf<Kind extends EventKind> = Extract<HookEvent, { readonly kind: Kind }>;

export const allow: Allow = { kind: "allow" };
export const silence: Silence = { kind: "silence" };

export function deny(reason: string): Deny {
  return { kind: "deny", reason };
}

export function context(text: string): Context {
  return { kind: "context", text };
}

export function block(reason: string): Block {
  return { kind: "block", reason };
}

export function notice(text: string): Notice {
  return { kind: "notice", text };
}
