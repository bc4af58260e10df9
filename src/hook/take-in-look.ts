import type { Deadline } from "../base/deadline.ts";
import type { DigestFormat } from "../base/digest.ts";
import { limits } from "../base/limits.ts";
import type { Problem, Unchecked } from "../base/problem.ts";
import type { RelPath } from "../base/rel-path.ts";
import { amendSnapshot } from "../snapshot/amend-snapshot.ts";
import { confirmChanges } from "../snapshot/confirm-changes.ts";
import type { Disk } from "../snapshot/disk.ts";
import { sameStamp } from "../snapshot/file-stamp.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isBaselineContent, type ConfirmedChange, type Look } from "../state/confirmed-change.ts";
import { takeInFromGit } from "../state/git-origin.ts";
import { recordLook } from "../state/record-look.ts";
import type { Session } from "../state/session.ts";
import { readChanges } from "./confirmed-changes.ts";
import type { GitOrigins } from "./git-origins.ts";
import type { Different } from "./look-again.ts";

/** What a look's changes are judged by. */
export interface TakeInPorts {
  readonly disk: Disk;
  readonly format: DigestFormat;
  /** Tells what Git brought in. */
  origins(session: Session, changes: readonly ConfirmedChange[]): Promise<GitOrigins>;
  /** Which new files have mostly the text of a removed one; as {@link Look.alike}. */
  alike(
    session: Session,
    changes: readonly ConfirmedChange[],
  ): Promise<ReadonlyMap<RelPath, RelPath>>;
}

export interface FoundLook {
  readonly session: Session;
  readonly baseline: Look["baseline"];
  /** The snapshot that was compared with. */
  readonly current: Snapshot;
  readonly found: Pick<Different, "next" | "changes">;
  readonly deadline: Deadline;
  /** The session after settings have let in files that were there before; without it none were. */
  readonly letIn?: (session: Session, changes: readonly ConfirmedChange[]) => Session;
}

export interface TakenIn {
  readonly session: Session;
  /** The snapshot to go on from. */
  readonly next: Snapshot;
  /** Changed files whose content could not be read yet; the next look asks again. */
  readonly unread: readonly Unchecked[];
  /** Number of files that Git brought in. */
  readonly broughtByGit: number;
  /** Why Git could not tell what it brought in. */
  readonly problem: Problem | undefined;
}

/** The session with what a look found: contents decide, and what Git brought in is baseline. */
export async function takeInLook(ports: TakeInPorts, look: FoundLook): Promise<TakenIn> {
  const { baseline, current, found, deadline } = look;
  const confirmed = await confirmChanges({
    disk: ports.disk,
    changes: found.changes,
    format: ports.format,
    maxFileBytes: limits.digestBytes,
    deadline,
  });
  const { changes, unread } = readChanges(current, confirmed);
  const session = look.letIn?.(look.session, changes) ?? look.session;
  const { returned, others } = partChanges(session, baseline, changes);
  const origins = await ports.origins(session, others);
  const taken = takeInFromGit(session, origins);
  const recorded = recordLook(taken, {
    changes: [...returned, ...origins.session],
    baseline,
    alike: await ports.alike(taken, origins.session),
  });
  return {
    session: recorded,
    next: amendSnapshot(found.next, confirmed),
    unread,
    broughtByGit: origins.git.size,
    problem: origins.problem,
  };
}

interface PartedChanges {
  /** Files that have again what they began with. */
  readonly returned: readonly ConfirmedChange[];
  readonly others: readonly ConfirmedChange[];
}

/** A stamp is a hint: a file that holds what it was last known to hold has not changed, and is in neither list. */
function partChanges(
  session: Session,
  baseline: Look["baseline"],
  changes: readonly ConfirmedChange[],
): PartedChanges {
  const returned: ConfirmedChange[] = [];
  const others: ConfirmedChange[] = [];
  for (const change of changes) {
    if (change.kind === "removed") {
      others.push(change);
      continue;
    }
    const { path, digest, stamp } = change;
    const known = session.files.get(path);
    if (isBaselineContent(session, { baseline }, path, digest)) {
      returned.push(change);
    } else if (known?.digest !== digest || !sameStamp(known.stamp, stamp)) {
      others.push(change);
    }
  }
  return { returned, others };
}
