import { basename } from "node:path";
import type { StateProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import { loadSession, type Loaded } from "./load-session.ts";
import { saveSession, startSession, type SaveContext, type Saved } from "./save-session.ts";
import { setAside } from "./set-aside.ts";
import type { Step, StepInput } from "./step.ts";

/** `conflict`: another holder of the lock wrote meanwhile; the step is to be run anew under the lock. */
export type Ran<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "conflict" }
  | { readonly kind: "set-aside" };

type Usable = Exclude<Loaded, { kind: "bad" }>;

/** Load, step, save: one pass under the lock. State that can't be used is set aside instead. */
export async function runStep<T>(
  context: SaveContext,
  everStarted: () => Promise<boolean>,
  step: (input: StepInput) => Promise<Step<T>>,
): Promise<Result<Ran<T>, StateProblem>> {
  const { storage, paths } = context;
  const loaded = await loadSession(storage, paths, everStarted);
  if (!loaded.ok) return loaded;
  if (loaded.value.kind === "bad") {
    const { cause, file } = loaded.value;
    return asideOr(await setAside(storage, paths, cause, file));
  }
  const session = loaded.value.kind === "session" ? loaded.value.session : undefined;
  const wanted = await step({ session, asides: loaded.value.asides });
  switch (wanted.kind) {
    case "keep":
      return success({ kind: "done", value: wanted.value });
    case "bad-file":
      return asideOr(await setAside(storage, paths, wanted.cause, basename(paths[wanted.file])));
    case "save":
    case "start":
      return ranOf(await write(context, loaded.value, wanted), wanted.value);
  }
}

function write<T>(
  context: SaveContext,
  loaded: Usable,
  wanted: Extract<Step<T>, { kind: "save" | "start" }>,
): Promise<Saved> {
  if (wanted.kind === "save") {
    if (loaded.kind === "none") throw new Error("a session that has not started can't be saved");
    return saveSession(context, loaded.session, wanted.session, wanted.current);
  }
  if (loaded.kind === "session") throw new Error("a session can't start twice");
  const { baseline, baselineLines } = wanted;
  return startSession(context, loaded.generation, wanted.session, { baseline, baselineLines });
}

function ranOf<T>(saved: Saved, value: T): Result<Ran<T>, StateProblem> {
  if (!saved.ok) return saved;
  return success(saved.value === "saved" ? { kind: "done", value } : { kind: "conflict" });
}

function asideOr(set: Result<void, StateProblem>): Result<{ kind: "set-aside" }, StateProblem> {
  return set.ok ? success({ kind: "set-aside" }) : set;
}
