import type { Deadline } from "../base/deadline.ts";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { loadSession } from "./load-session.ts";
import { folderLock, type SessionLock } from "./lock.ts";
import { nodeStorage } from "./node-storage.ts";
import { runStep } from "./run-step.ts";
import type { Session } from "./session.ts";
import { secureFolder } from "./state-folder.ts";
import type { StateFile, Step, StepInput } from "./step.ts";
import { unwritable, type Storage } from "./storage.ts";
import { sessionPaths, type SessionPaths } from "./store-paths.ts";

/** The state of one session in one workspace, shared with every other process that works for it. */
export interface SessionStore {
  readonly paths: SessionPaths;
  /**
   * Lock, load, step, save, unlock. The step may be asked again, with what another process wrote
   * meanwhile, so it must only compute and read; its last value is the result. Problems: `state-busy`
   * (the lock wasn't free by the deadline, or others kept writing), `state-unwritable`, `state-unsafe`.
   */
  update<T>(
    deadline: Deadline,
    step: (input: StepInput) => Promise<Step<T>>,
  ): Promise<Result<T, StateProblem>>;
  /** The session as it is, without the lock; undefined where there is none or it can't be used. */
  peek(): Promise<Result<Session | undefined, StateProblem>>;
  /** The bytes of a file; undefined where it isn't there. */
  read(file: StateFile): Promise<Result<Buffer | undefined, StateProblem>>;
}

export interface StoreOptions extends StoreParts {
  /** Absolute; made where it isn't there. */
  readonly stateFolder: string;
  readonly sessionId: string;
}

export interface StoreParts {
  /** Whether the session is known to have started in this workspace before: how a deletion is noticed. */
  readonly everStarted?: () => Promise<boolean>;
  readonly storage?: Storage;
  readonly lock?: SessionLock;
}

/** How often a step is asked again, each time because somebody else got on or something was set aside. */
const MAX_ROUNDS = 16;

export function openSessionStore(options: StoreOptions): SessionStore {
  return openStoreAt(sessionPaths(options.stateFolder, options.sessionId), options);
}

/** {@link openSessionStore} for a session of which only the folder is known. */
export function openStoreAt(paths: SessionPaths, options: StoreParts = {}): SessionStore {
  const storage = options.storage ?? nodeStorage;
  const lock = options.lock ?? folderLock(paths);
  const everStarted = options.everStarted ?? (() => Promise.resolve(false));
  return {
    paths,
    update: async (deadline, step) => {
      const startedAt = performance.now();
      const secured = await secureFolder(storage, paths.stateFolder);
      if (!secured.ok) return secured;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const held = await lock.acquire(deadline);
        if (!held.ok) return held;
        try {
          const ran = await runStep({ storage, paths, held: held.value }, everStarted, step);
          if (!ran.ok) return ran;
          if (ran.value.kind === "done") return success(ran.value.value);
        } finally {
          await held.value.release();
        }
      }
      const waitedMs = Math.round(performance.now() - startedAt);
      return failure({ code: "state-busy", waitedMs });
    },
    peek: async () => {
      const loaded = await loadSession(storage, paths, everStarted);
      if (!loaded.ok) return loaded;
      return success(loaded.value.kind === "session" ? loaded.value.session : undefined);
    },
    read: async (file) => {
      const bytes = await storage.read(paths[file]);
      return bytes.ok ? bytes : failure(unwritable(bytes.problem));
    },
  };
}
