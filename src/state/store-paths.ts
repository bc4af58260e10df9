import { lstatSync } from "node:fs";
import { join } from "node:path";

import { systemErrorCode } from "../base/errno.ts";
import { nameHash } from "../base/name-hash.ts";

/** Where one session's state lies. Quiet path: node's own modules only. */
export interface SessionPaths {
  /** The workspace's state folder, which all its sessions share. */
  readonly stateFolder: string;
  /** The session's name in the state folder: a hash of its id. */
  readonly name: string;
  readonly folder: string;
  /** The snapshot at the start, written last at the start and never again: with it the session exists. */
  readonly baseline: string;
  /** Digests of the lines of files that were dirty or untracked at the baseline; may be absent. */
  readonly baselineLines: string;
  /** The snapshot of the last look. */
  readonly current: string;
  readonly session: string;
  /** What is remembered of a workspace that is refused; see `refusal.ts`. */
  readonly refused: string;
  /** The lock and the record of who holds it lie beside the folder, so that it can be set aside as one. */
  readonly lock: string;
  readonly lockOwner: string;
}

/** A session's folder: 32 hex digits of a hash of its id, so that no id shows in a file name. */
export function sessionFolderName(sessionId: string): string {
  return nameHash(sessionId);
}

/** Whether a name in the state folder is that of a session's folder. */
export function isSessionFolderName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

export function sessionPaths(stateFolder: string, sessionId: string): SessionPaths {
  return pathsOfSession(stateFolder, sessionFolderName(sessionId));
}

/** {@link sessionPaths} of a session that is known by its folder's name alone. */
export function pathsOfSession(stateFolder: string, name: string): SessionPaths {
  const folder = join(stateFolder, name);
  return {
    stateFolder,
    name,
    folder,
    baseline: join(folder, "baseline"),
    baselineLines: join(folder, "baseline-lines"),
    current: join(folder, "current"),
    session: join(folder, "session.json"),
    refused: join(folder, "refused"),
    lock: `${folder}.lock`,
    lockOwner: `${folder}.owner`,
  };
}

/** Whether the session has its baseline. One `lstat`; throws only what isn't "not there". */
export function hasBaseline(paths: SessionPaths): boolean {
  try {
    return lstatSync(paths.baseline, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    // Such as a file in the state folder's place: the whole path meets it again and reports it.
    if (systemErrorCode(error) !== undefined) return false;
    throw error;
  }
}
