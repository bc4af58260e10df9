import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { Verdict } from "../base/verdict.ts";
import { isDue } from "./checks-due.ts";
import { loadSession } from "./load-session.ts";
import type { Observed, Session } from "./session.ts";
import { unwritable, type Storage } from "./storage.ts";
import { isSessionFolderName, pathsOfSession, type SessionPaths } from "./store-paths.ts";

/** One session of a workspace, for a person to read. */
export interface SessionSummary {
  /** The folder's name: a hash of the session's id. */
  readonly name: string;
  /** Epoch milliseconds of the last write. */
  readonly lastWriteMs: number;
  /** Undefined where the state can't be used; the next event of that session sets it aside. */
  readonly known: SessionFigures | undefined;
}

export interface SessionFigures {
  /** Epoch milliseconds of the baseline. */
  readonly startedAtMs: number;
  /** Files that differ from the baseline. */
  readonly changed: number;
  /** Of these: files that still wait for their check. */
  readonly pending: number;
  /** What the last checks came to. */
  readonly verdict: Verdict;
  /** What observe mode kept instead of saying it. */
  readonly observed: readonly Observed[];
}

/** The sessions whose state is in a state folder, the one that was last written to first. Writes nothing. */
export async function listSessions(
  storage: Storage,
  stateFolder: string,
): Promise<Result<readonly SessionSummary[], StateProblem>> {
  const names = await storage.list(stateFolder);
  if (!names.ok) return failure(unwritable(names.problem));
  const sessions: SessionSummary[] = [];
  for (const name of names.value.filter(isSessionFolderName)) {
    const paths = pathsOfSession(stateFolder, name);
    const lastWriteMs = await lastWrite(storage, paths);
    if (!lastWriteMs.ok) return lastWriteMs;
    const loaded = await loadSession(storage, paths, () => Promise.resolve(false));
    if (!loaded.ok) return loaded;
    // Nothing but a refusal, or a start that another event is at.
    if (loaded.value.kind === "none" && loaded.value.asides.length === 0) continue;
    const known = loaded.value.kind === "session" ? figuresOf(loaded.value.session) : undefined;
    sessions.push({ name, lastWriteMs: lastWriteMs.value, known });
  }
  return success(sessions.sort((a, b) => b.lastWriteMs - a.lastWriteMs));
}

/** Epoch milliseconds at which a session's files were last written; 0 where none is there. */
export async function lastWrite(
  storage: Storage,
  paths: SessionPaths,
): Promise<Result<number, StateProblem>> {
  let newest = 0;
  for (const path of [paths.folder, paths.session, paths.current, paths.baseline]) {
    const entry = await storage.entry(path);
    if (!entry.ok) return failure(unwritable(entry.problem));
    newest = Math.max(newest, entry.value?.mtimeMs ?? 0);
  }
  return success(newest);
}

function figuresOf(session: Session): SessionFigures {
  const files = [...session.files.values()];
  return {
    startedAtMs: session.startedAtMs,
    changed: files.length,
    pending: files.filter(isDue).length,
    verdict: verdictOf(session),
    observed: session.observed,
  };
}

function verdictOf(session: Session): Verdict {
  const states = new Set([...session.files.values()].map((file) => file.check.state));
  if (states.has("pending") || states.has("unchecked")) return "incomplete";
  if (states.has("findings")) return "findings";
  return states.has("skipped") && !states.has("clean") ? "skipped" : "clean";
}
