import { isMutation, kindOf, type KillPoint, type SystemCall } from "./system-calls.ts";

/** A place between two mutations of a run at which it can be killed. */
export interface Gap {
  /** Mutations that are done by then. */
  readonly done: readonly string[];
  /** The mutation that never happens. */
  readonly next: string;
  readonly point: KillPoint;
}

/** Calls that a thread makes alike in every run; the others depend on how threads are scheduled. */
const steady: ReadonlySet<string> = new Set(
  "write openat statx close read rename unlink mkdir rmdir fsync link utimensat getdents64 clone chdir".split(
    " ",
  ),
);

/**
 * For each mutation of a run, where to kill the same run so that all before it is done and it is not: at the call itself,
 * or at an earlier call of the same thread since the last mutation, where another thread's call would be taken for it.
 */
export function gapsOf(calls: readonly SystemCall[]): { gaps: Gap[]; unreachable: string[] } {
  const gaps: Gap[] = [];
  const unreachable: string[] = [];
  const done: string[] = [];
  let since: SystemCall[] = [];
  for (const call of calls) {
    since.push(call);
    if (!isMutation(call)) continue;
    const next = kindOf(call);
    const at = since.findLast(
      ({ thread, name, isFirst }) => isFirst && thread === call.thread && steady.has(name),
    );
    if (at === undefined) unreachable.push(next);
    else gaps.push({ done: [...done], next, point: { name: at.name, nth: at.nth } });
    done.push(next);
    since = [];
  }
  return { gaps, unreachable };
}

/** One gap before each kind of mutation: the first. */
export function oneOfEachKind(gaps: readonly Gap[]): Gap[] {
  const kinds = new Set<string>();
  return gaps.filter(({ next }) => !kinds.has(next) && kinds.add(next));
}
