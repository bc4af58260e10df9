import type { Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { FileStamp } from "../snapshot/file-stamp.ts";

/**
 * What one session owes in one workspace. Holds paths, stamps and digests only: never text, messages
 * or commands. A plain value: `record-look.ts`, `checks-due.ts`, `say-once.ts` and `git-origin.ts` make
 * the next one, `store.ts` keeps it.
 */
export interface Session {
  /** Counts the writes; checked again before each rename, so that two holders of a lock are harmless. */
  readonly generation: number;
  /** Epoch milliseconds of the baseline. */
  readonly startedAtMs: number;
  /** Whether a baseline was ever taken by a PreToolUse (else only payload-named files are known). */
  readonly startedBy: "pre-tool-use" | "post-tool-use" | "stop";
  /** Files that differ from the baseline, by path. One that returned to its baseline content isn't here. */
  readonly files: ReadonlyMap<RelPath, SessionFile>;
  /** Contents that were seen as this session's changes and weren't Git's then. */
  readonly own: ReadonlySet<Digest>;
  /**
   * Contents that Git brought in while the session ran, or that the settings let in, by path: there they stand for the
   * baseline's.
   * The baseline itself never changes.
   */
  readonly fromGit: ReadonlyMap<RelPath, Digest>;
  /**
   * HEAD at the baseline: its later moves tell the session's own commits from what Git brought in. Absent outside Git
   * and before a first commit.
   */
  readonly head: HeadPosition | undefined;
  /** What is said once a session and was said: problem codes and the like, each with what it was about. */
  readonly told: ReadonlySet<string>;
  /** Whether the event that took the baseline met something that it had no way to say: the next one looks and says it. */
  readonly hasNews: boolean;
  /** Digests of the findings that a Stop blocked on (path, check, line text, match). */
  readonly blocked: ReadonlySet<string>;
  /** The Stop that is about to block, until it has: hooks that are registered twice run at once. */
  readonly blocking: BlockClaim | undefined;
  /**
   * Tells the state of everything that decides what Vale says (configuration, styles, vocabularies, settings,
   * registration) from every other that it had in this session.
   */
  readonly checks: string | undefined;
  /** Digests of all of that at the start, by absolute path. */
  readonly checksAtStart: ReadonlyMap<string, string>;
  /** What of it is not as it was at the start: absolute paths with the digest of now, empty for what is gone. */
  readonly checksChanged: ReadonlyMap<string, string>;
  /** `mode = "observe"`: what would have been said, as path, position, check and severity. */
  readonly observed: readonly Observed[];
}

/** What one process is about to block for. */
export interface BlockClaim {
  readonly owner: CheckOwner;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** Digest of the findings. */
  readonly findings: string;
}

export interface HeadPosition {
  readonly commit: string;
  /** Length in bytes of HEAD's reflog, from which later entries are read; 0 where there is none. */
  readonly reflogBytes: number;
}

/** One file that changed in the session. */
export interface SessionFile {
  readonly path: RelPath;
  /** Digest of the content last seen. */
  readonly digest: Digest;
  /** Stamp of the content last seen. */
  readonly stamp: FileStamp;
  /** The path whose baseline this one inherits, after a rename. */
  readonly renamedFrom: RelPath | undefined;
  readonly check: FileCheck;
  /** The content whose findings (or whose fault) the agent was told. */
  readonly toldFor: Digest | undefined;
  /** Digest of what the agent was told last, so that other checks that find the same don't tell it again. */
  readonly toldAs: string | undefined;
  /** Comments on new lines that turn Vale off, in the content last checked. */
  readonly silencing: readonly Silencing[];
}

/** A comment that turns Vale, a style or a rule off. */
export interface Silencing {
  /** 1-based. */
  readonly line: number;
  /** Digest of its text. */
  readonly key: string;
}

/** Where the check of a file stands. A killed process leaves `pending`, so nothing is lost. */
export type FileCheck =
  | { readonly state: "pending"; readonly owner: CheckOwner | undefined }
  | {
      readonly state: "unchecked";
      readonly code: string;
      readonly timedOutAfterMs: number | undefined;
    }
  | { readonly state: "clean" }
  /** No Vale configuration applies to the file. */
  | { readonly state: "skipped" }
  | {
      readonly state: "findings";
      /** Digests of the findings that may block a Stop; empty where all are older or too slight. */
      readonly keys: readonly string[];
      /** The process that found them and is telling the agent. */
      readonly teller: CheckOwner | undefined;
    };

/** The process that is checking a file now; see `process-identity.ts`. */
export interface CheckOwner {
  readonly pid: number;
  /** Tells the process from a later one of the same id. */
  readonly startTime: string;
}

export interface Observed {
  readonly path: RelPath;
  readonly line: number;
  readonly column: number;
  readonly check: string;
  readonly severity: string;
}
