/** What the stand-in for a model does, in words that hold for both clients. */
export interface Scenario {
  readonly main: readonly Turn[];
  /** The turns of a subagent; its first message holds {@link SUBAGENT_MARK}. */
  readonly sub?: readonly Turn[];
}

/** One answer of the model; after the last turn it says "done". */
export type Turn = { readonly say: string } | { readonly call: readonly ToolCall[] };

export type ToolCall =
  | { readonly tool: "shell"; readonly command: string }
  | { readonly tool: "write"; readonly path: string; readonly text: string }
  | { readonly tool: "subagent" }
  | { readonly tool: "wait for subagent" };

export const SUBAGENT_MARK = "[[SUBAGENT]]";

/** What one request to the model held. */
export interface ModelRequest {
  readonly agent: "main" | "sub";
  /** The outputs of tools, as the model reads them, in order. */
  readonly toolOutputs: readonly string[];
  /** Every string in the request's messages, instructions and tool descriptions left out. */
  readonly texts: readonly string[];
}

/** Every string inside a JSON value. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

export function turnAt(scenario: Scenario, agent: "main" | "sub", index: number): Turn {
  const turns = agent === "sub" ? (scenario.sub ?? []) : scenario.main;
  return turns[index] ?? { say: "done" };
}
