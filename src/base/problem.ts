import type { RelPath } from "./rel-path.ts";

/**
 * Everything that may go wrong and is expected to, as data. The wording is in `explain.ts` alone;
 * docs/problems.md has a heading for each code. `words` are the words of the program that failed,
 * as they came: `explain` shortens and escapes them.
 */
export type Problem =
  | InputProblem
  | UsageProblem
  | SettingsProblem
  | ScopeProblem
  | StateProblem
  | ValeProblem
  | FileProblem
  | InstallProblem
  | { readonly code: "internal"; readonly detail: string };

export type ProblemCode = Problem["code"];

/** The event on standard input can't be used. */
export type InputProblem =
  | { readonly code: "input-empty" }
  | { readonly code: "input-not-json"; readonly detail: string }
  | { readonly code: "input-not-object" }
  | { readonly code: "input-too-large"; readonly maxBytes: number }
  | { readonly code: "input-timeout"; readonly afterMs: number }
  | { readonly code: "input-unreadable"; readonly errno: string }
  | { readonly code: "input-field"; readonly field: string; readonly detail: string };

/** The command line can't be used. */
export type UsageProblem =
  /** `command`: the command that was called, if there is one of that name. */
  | { readonly code: "usage"; readonly detail: string; readonly command?: string }
  | { readonly code: "nothing-included"; readonly count: number }
  | { readonly code: "path-missing"; readonly path: string }
  | { readonly code: "session-unknown"; readonly id: string }
  | { readonly code: "session-ambiguous"; readonly id: string; readonly count: number }
  | { readonly code: "ref-unknown"; readonly ref: string; readonly words: string }
  /** `shallow`: the clone is, so that the ancestor may be in history that it lacks. */
  | { readonly code: "no-merge-base"; readonly ref: string; readonly shallow: boolean }
  | { readonly code: "output-unwritable"; readonly path: string; readonly errno: string };

/** `.valehook.toml` or the personal configuration. */
export type SettingsProblem =
  | {
      readonly code: "settings-invalid";
      readonly file: string;
      readonly line: number;
      /** Empty where the fault lies in no key. */
      readonly key: string;
      readonly detail: string;
      /** The keys that there are, for whoever wrote one that means nothing. */
      readonly keys?: readonly string[];
    }
  | { readonly code: "settings-unreadable"; readonly file: string; readonly errno: string };

/** Which files there are can't be told. */
export type ScopeProblem =
  | { readonly code: "git-missing"; readonly root: string }
  | { readonly code: "git-failed"; readonly command: string; readonly words: string }
  | { readonly code: "too-many-files"; readonly count: number; readonly max: number }
  | { readonly code: "too-many-entries"; readonly path: string; readonly max: number }
  | { readonly code: "folder-unreadable"; readonly path: string; readonly errno: string };

/** What valehook remembers can't be read or kept. */
export type StateProblem =
  | { readonly code: "state-damaged"; readonly file: string; readonly asideAs: string }
  | { readonly code: "state-version"; readonly file: string; readonly asideAs: string }
  | { readonly code: "state-deleted" }
  | { readonly code: "state-unwritable"; readonly path: string; readonly errno: string }
  | { readonly code: "state-unsafe"; readonly path: string; readonly detail: string }
  | { readonly code: "state-busy"; readonly waitedMs: number };

/** Vale or its configuration, as a whole: no file's fault. */
export type ValeProblem =
  | { readonly code: "vale-missing"; readonly skippedInWorkspace: readonly string[] }
  | { readonly code: "vale-named-missing"; readonly path: string; readonly namedBy: string }
  | { readonly code: "vale-not-runnable"; readonly path: string; readonly words: string }
  | { readonly code: "no-vale-config"; readonly root: string }
  | { readonly code: "no-vale-section"; readonly config: string }
  | { readonly code: "no-vale-rules"; readonly config: string }
  | { readonly code: "vale-config-missing"; readonly path: string; readonly namedBy: string }
  | { readonly code: "vale-config-broken"; readonly config: string; readonly words: string }
  | { readonly code: "vale-config-unreadable"; readonly path: string; readonly errno: string };

/** One file that could not be checked, for a reason that is its own or that met it alone. */
export type FileProblem =
  | { readonly code: "not-utf8"; readonly offset: number }
  | { readonly code: "binary"; readonly detail: string }
  | { readonly code: "too-large"; readonly bytes: number; readonly maxBytes: number }
  | { readonly code: "unreadable"; readonly errno: string }
  | { readonly code: "vanished" }
  | { readonly code: "changed-while-checked" }
  | { readonly code: "bad-front-matter"; readonly words: string }
  | { readonly code: "parser-missing"; readonly parser: string; readonly words: string }
  | { readonly code: "crashed"; readonly words: string }
  | { readonly code: "rejected"; readonly words: string }
  | { readonly code: "bad-answer"; readonly detail: string }
  | { readonly code: "timed-out"; readonly afterMs: number }
  | { readonly code: "not-reached" };

/** Registering or removing the hooks. */
export type InstallProblem =
  | { readonly code: "client-settings-invalid"; readonly file: string; readonly detail: string }
  | { readonly code: "client-settings-unwritable"; readonly file: string; readonly errno: string }
  | {
      readonly code: "client-silent";
      readonly client: string;
      readonly asked: string;
      readonly words: string;
    };

/** A file that could not be checked, and why. */
export interface Unchecked {
  readonly path: RelPath;
  readonly problem: Problem;
}
