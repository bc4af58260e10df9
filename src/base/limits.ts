/** Every bound of the product in one place. Times in milliseconds, sizes in bytes. */
export const limits = {
  /** Work of one hook call; both clients are told 60 s. */
  hookMs: 50_000,
  /** One Git command; one that takes longer is taken for hung, on a pipe in a file's place for example. */
  gitMs: 20_000,
  /** Files of one Vale run. */
  batchFiles: 50,
  /** Time of one Vale run. */
  batchMs: 20_000,
  /** A file is only called timed out if it had this long alone. */
  aloneMs: 5_000,
  /** Standard input of a hook. */
  inputBytes: 64 * 1024 * 1024,
  /** Wait for the end of a hook's standard input. */
  inputMs: 3_000,
  /** Default of `max_files`. */
  maxFiles: 20_000,
  /** Default of `max_file_bytes`. */
  maxFileBytes: 1024 * 1024,
  /** A larger file isn't read for its digest: its stamp alone tells a change. */
  digestBytes: 64 * 1024 * 1024,
  /** Bytes of dirty or untracked files whose lines are digested at the baseline. */
  lineDigestBytes: 16 * 1024 * 1024,
  /** Lines of such files that are digested: tens of millions of short ones would take the whole of a hook's time. */
  lineDigestLines: 400_000,
  /** UTF-8 bytes of one answer to an agent; both clients cut at 10,000. */
  answerBytes: 9_900,
  /** A lock whose owner can't be told from a dead process is broken after it stood still for this long. */
  staleLockMs: 2_000,
  /** A lock whose owner is known to live, but doesn't refresh it, is broken after this. */
  hungLockMs: 10_000,
  /** Remembered clean verdicts; the oldest give way. */
  rememberedVerdicts: 100_000,
  /** Remembered answers of Vale for baseline texts, 20 bytes a finding; the oldest give way. */
  rememberedAnswerBytes: 4 * 1024 * 1024,
  /** Contents that a session remembers as its own; the oldest give way. */
  ownContents: 4_000,
  /** Findings that a session remembers to have blocked on; the oldest give way. */
  blockedFindings: 50_000,
  /** What a session in observe mode keeps; the oldest give way. */
  observedFindings: 10_000,
  /** Age at which a session's state expires. */
  stateAgeMs: 14 * 24 * 60 * 60 * 1000,
  /** Age at which a file that was never finished belongs to no running process. */
  unfinishedAgeMs: 60 * 60 * 1000,
  /** Age at which the list of a session's roots expires: well after the last of its states. */
  rootsAgeMs: 90 * 24 * 60 * 60 * 1000,
} as const;
