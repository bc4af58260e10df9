import { textDigest, type Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";

/**
 * Clean verdicts that are remembered, as keys of {@link verdictKey} and nothing else. `state/` keeps
 * them on disk; a cache that forgets only costs a run.
 */
export interface VerdictCache {
  readonly isClean: (key: string) => boolean;
  /** Called once for each file that Vale found clean and that did not change while Vale read it. */
  readonly rememberClean: (key: string) => void;
}

/**
 * What a clean verdict stands for: this content under this path, read by these checks. The path counts,
 * for sections of the configuration match it.
 *
 * @param checks fingerprint of the configuration, from `checksFingerprint`
 */
export function verdictKey(path: RelPath, content: Digest, checks: string): string {
  return textDigest(path, content, checks);
}
