import type { Deadline } from "../base/deadline.ts";
import type { Digest, DigestFormat } from "../base/digest.ts";
import type { FileProblem } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Change } from "./change.ts";
import type { Disk } from "./disk.ts";
import type { FileStamp } from "./file-stamp.ts";
import { nextTurn } from "./next-turn.ts";
import { readDigest } from "./read-digest.ts";

/** A change by stamp, with what the content says. Whether the content is new is for the caller, who knows the last. */
export type Confirmed =
  | {
      readonly kind: "content";
      readonly path: RelPath;
      readonly digest: Digest;
      readonly stamp: FileStamp;
      /** How the stamp differed. */
      readonly by: "added" | "modified" | "racy";
    }
  | { readonly kind: "removed"; readonly path: RelPath }
  | {
      readonly kind: "unchecked";
      readonly path: RelPath;
      readonly problem: FileProblem;
      /** Stamp of what could not be read; absent where it can't be told, so that the next look asks again. */
      readonly stamp: FileStamp | undefined;
    };

export interface ConfirmRequest {
  readonly disk: Disk;
  readonly changes: readonly Change[];
  readonly format: DigestFormat;
  /** Larger files aren't read: they are `too-large`. */
  readonly maxFileBytes: number;
  readonly deadline: Deadline;
}

/** Files read between two turns of the event loop. */
const SLICE = 32;

/**
 * Reads the files that differ by stamp, and no others, and says what their content is; one answer a change, in
 * order. Files that the deadline left unread are `not-reached`.
 */
export async function confirmChanges(request: ConfirmRequest): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = [];
  for (const change of request.changes) {
    confirmed.push(confirmChange(request, change));
    if (confirmed.length % SLICE === 0) await nextTurn();
  }
  return confirmed;
}

function confirmChange(request: ConfirmRequest, change: Change): Confirmed {
  const { path } = change;
  if (change.kind === "removed") return { kind: "removed", path };
  if (request.deadline.remainingMs() === 0) {
    return { kind: "unchecked", path, problem: { code: "not-reached" }, stamp: undefined };
  }
  const read = readDigest(request.disk, path, request.format, request.maxFileBytes);
  if (read.kind === "gone") return { kind: "removed", path };
  if (read.kind === "unchecked") {
    return { kind: "unchecked", path, problem: read.problem, stamp: read.stamp };
  }
  return { kind: "content", path, digest: read.digest, stamp: read.stamp, by: change.kind };
}
