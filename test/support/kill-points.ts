import { isMutation, kindOf, type SystemCall } from "./system-calls.ts";

/** A place between two mutations of a run at which it can be killed. */
export interface Gap {
  /** Mutations that are done by then. */
  readonly done: readonly string[];
  /** The mutation that never happens. */
  readonly next: string;
}

/** The mutations of a run, without those of the clock's file: it has no content, and is touched as often as the clock ticks. */
export function mutationsOf(calls: readonly SystemCall[]): readonly string[] {
  return calls
    .filter(isMutation)
    .map(kindOf)
    .filter((kind) => !kind.endsWith(" clock"));
}

/** Every place at which a run can be killed: before each of its mutations. */
export function gapsOf(mutations: readonly string[]): Gap[] {
  return mutations.map((next, index) => ({ done: mutations.slice(0, index), next }));
}
