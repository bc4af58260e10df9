import { contentDigest, type Digest } from "../../src/base/digest.ts";
import type { RelPath } from "../../src/base/rel-path.ts";
import type { FileStamp } from "../../src/snapshot/file-stamp.ts";
import { newSession } from "../../src/state/new-session.ts";
import type { ConfirmedChange } from "../../src/state/confirmed-change.ts";
import type { Session, SessionFile } from "../../src/state/session.ts";

export function rel(path: string): RelPath {
  return path as RelPath;
}

export function digestOf(text: string): Digest {
  return contentDigest(Buffer.from(text, "utf8"), "sha1");
}

/** A stamp that is told from others by one number. */
export function stampOf(version: number, ino = 1): FileStamp {
  return { mtimeNs: BigInt(version), ctimeNs: BigInt(version), size: 1n, ino: BigInt(ino) };
}

export function present(
  path: string,
  text: string,
  stamp: FileStamp = stampOf(1),
): Extract<ConfirmedChange, { kind: "present" }> {
  return { kind: "present", path: rel(path), digest: digestOf(text), stamp };
}

export function removed(path: string, ino?: number): ConfirmedChange {
  return { kind: "removed", path: rel(path), ino: ino === undefined ? undefined : BigInt(ino) };
}

/** A baseline of texts by path. */
export function baselineOf(texts: Readonly<Record<string, string>>) {
  return (path: RelPath): Digest | undefined => {
    const text = texts[path];
    return text === undefined ? undefined : digestOf(text);
  };
}

export function freshSession(changes: Partial<Session> = {}): Session {
  const start = { startedAtMs: 0, startedBy: "pre-tool-use", head: undefined } as const;
  return { ...newSession({ ...start, checks: "checks-1" }), ...changes };
}

export function fileAt(session: Session, path: string): SessionFile {
  const file = session.files.get(rel(path));
  if (file === undefined) throw new Error(`${path} is not among the changed files`);
  return file;
}
