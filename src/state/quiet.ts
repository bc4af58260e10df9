import { lstatSync } from "node:fs";
import { readRegularFile } from "./regular-file.ts";
import { splitHeader } from "./session-header.ts";
import type { SessionPaths } from "./store-paths.ts";

/** What an event has to know to find that nothing changed and nothing is owed. */
export interface QuietState {
  /** The snapshot of the last look, as bytes. */
  readonly current: Buffer;
  /** Whether a file still waits for its check, so that there is work even if nothing changed. */
  readonly owes: boolean;
  /** Whether a Stop has something to say even if nothing changed. */
  readonly remains: boolean;
}

/**
 * Reads a session without its lock and without writing anything. Undefined where anything is missing,
 * damaged or unsafe: the whole path (`store.ts`) then finds out and says why. The snapshot is read
 * before the session, which is written before it: what the snapshot has seen, `owes` knows of.
 * Quiet path: node's own modules only.
 */
export function readQuiet(paths: SessionPaths): QuietState | undefined {
  if (!isOwnFolder(paths.stateFolder) || !isOwnFolder(paths.folder)) return undefined;
  const current = readRegularFile(paths.current);
  const session = readRegularFile(paths.session);
  if (current === undefined || session === undefined) return undefined;
  const split = splitHeader(session);
  if ("fault" in split) return undefined;
  const { owes, remains } = split.header;
  return { current, owes, remains };
}

function isOwnFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return false;
  return process.getuid === undefined || stat.uid === process.getuid();
}
