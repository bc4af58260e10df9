import type { Digest, DigestFormat } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { decodeBaseline } from "../snapshot/baseline-codec.ts";
import { baselineFiles, type BaselineFile } from "../snapshot/baseline.ts";
import { decodeLines, type BaselineLines } from "../snapshot/line-digests.ts";
import { listedEntries } from "../snapshot/listing-entries.ts";
import { entryCount, entryNames, type Snapshot } from "../snapshot/snapshot.ts";
import type { SessionStore } from "../state/store.ts";

/** A session's baseline, for looking files up. */
export interface BaselineView {
  /** What a file was; undefined for one that wasn't there. */
  fileAt(path: RelPath): BaselineFile | undefined;
  /**
   * Digest of a file's content; undefined for one that wasn't there. A content that isn't known has a digest that no
   * content has.
   */
  readonly digestAt: (path: RelPath) => Digest | undefined;
  /** Whether a path was listed, but no eligible file. */
  wasOutOfScope(path: RelPath): boolean;
  /** Absolute paths of what decided what Vale says, whether it was there or not. */
  readonly watched: readonly string[];
  /** Digests of the lines of a file that was dirty or untracked; undefined where none were kept. */
  linesAt(path: RelPath): Promise<readonly string[] | undefined>;
}

const UNKNOWN_CONTENT = "unknown" as Digest;

/** Opens a session's baseline. `damaged`: its files aren't what was written. */
export async function openBaseline(
  store: SessionStore,
  format: DigestFormat,
): Promise<Result<BaselineView, "damaged" | "version">> {
  const bytes = await store.read("baseline");
  if (!bytes.ok || bytes.value === undefined) return failure("damaged");
  const baseline = decodeBaseline(bytes.value, format);
  if (!baseline.ok) return baseline;
  const fileAt = baselineFiles(baseline.value);
  let outOfScope: ReadonlySet<RelPath> | undefined;
  let lines: Promise<BaselineLines> | undefined;
  return success({
    fileAt,
    wasOutOfScope: (path) => (outOfScope ??= ineligiblePaths(baseline.value.snapshot)).has(path),
    watched: baseline.value.snapshot.watched.paths,
    digestAt: (path) => {
      const file = fileAt(path);
      return file?.source === "unknown" ? UNKNOWN_CONTENT : file?.digest;
    },
    linesAt: async (path) => {
      lines ??= readLines(store);
      return (await lines).get(path);
    },
  });
}

function ineligiblePaths(snapshot: Snapshot): ReadonlySet<RelPath> {
  const paths = new Set(listedEntries(snapshot.listing, () => true).paths);
  const nameOf = entryNames(snapshot);
  for (let row = 0; row < entryCount(snapshot); row += 1) paths.delete(nameOf(row));
  return paths;
}

/** Lines that can't be read are as good as none: the whole file then counts, and the answer says so. */
async function readLines(store: SessionStore): Promise<BaselineLines> {
  const bytes = await store.read("baselineLines");
  if (!bytes.ok || bytes.value === undefined) return new Map();
  const decoded = decodeLines(bytes.value);
  return decoded.ok ? decoded.value : new Map();
}
