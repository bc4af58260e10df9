import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import type { AskOptions } from "./ask-vale.ts";
import type { FileIo } from "./file-io.ts";
import type { VerdictCache } from "./verdict-cache.ts";

/** What is to be checked, with what, and within which bounds. */
export interface CheckRequest extends AskOptions {
  /** Absolute workspace root. */
  readonly root: string;
  /** The files, each below the root; one named twice is checked once. */
  readonly files: readonly { readonly path: RelPath }[];
  /** The configuration of a file; `undefined` where none applies. Called once a file. */
  readonly configFor: (path: RelPath) => Result<ValeConfigRef | undefined>;
  /** Runs at once; default: one a core. */
  readonly jobs?: number | undefined;
  /** Larger files are `too-large`. */
  readonly maxFileBytes: number;
  /** Where clean verdicts are looked up and kept; without it Vale runs on every file. */
  readonly verdicts?: RememberedVerdicts | undefined;
  /** Called as files are done, with how many are and how many there are. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Files of one run; default `limits.batchFiles`. */
  readonly batchFiles?: number | undefined;
  /** The disk; default the real one. */
  readonly io?: FileIo | undefined;
  /** Epoch milliseconds; default the system's clock. */
  readonly now?: (() => number) | undefined;
}

export interface RememberedVerdicts {
  readonly cache: VerdictCache;
  /** Fingerprint of a configuration's checks (see `checksFingerprint`); `undefined`: remember nothing. Called often. */
  readonly checksOf: (config: ValeConfigRef) => string | undefined;
}
