import { basename } from "node:path";
import type { StateProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { decodeSession, generationOf } from "./session-codec.ts";
import type { Session } from "./session.ts";
import { listSetAside, type SetAside, type SetAsideCause } from "./set-aside.ts";
import { unwritable, type Storage } from "./storage.ts";
import type { SessionPaths } from "./store-paths.ts";

/** What is on the disk of a session. */
export type Loaded =
  /** No baseline. `generation`: of a session file that an interrupted start left; undefined without one. */
  | {
      readonly kind: "none";
      readonly generation: number | undefined;
      readonly asides: readonly SetAside[];
    }
  | { readonly kind: "session"; readonly session: Session; readonly asides: readonly SetAside[] }
  /** It can't be used and is to be set aside. */
  | { readonly kind: "bad"; readonly cause: SetAsideCause; readonly file: string };

/**
 * Reads a session. The baseline is written last at a start, so that without it there is no session, and
 * with it there is a session file, unless somebody has deleted it. A session that is known to have
 * started (`everStarted`), or whose file was written again after its start, but has no baseline, was
 * deleted.
 */
export async function loadSession(
  storage: Storage,
  paths: SessionPaths,
  everStarted: () => Promise<boolean>,
): Promise<Result<Loaded, StateProblem>> {
  const baseline = await storage.entry(paths.baseline);
  if (!baseline.ok) return failure(unwritable(baseline.problem));
  const bytes = await storage.read(paths.session);
  const file = basename(paths.session);
  // A folder or a pipe in the file's place: somebody put it there.
  const isNoFile = !bytes.ok && bytes.problem.errno === "EISDIR";
  if (isNoFile) return success({ kind: "bad", cause: "damaged", file });
  if (!bytes.ok) return failure(unwritable(bytes.problem));
  const asides = await listSetAside(storage, paths);
  if (!asides.ok) return asides;
  if (baseline.value === undefined) {
    const generation = bytes.value === undefined ? undefined : generationOf(bytes.value);
    // What was set aside before says already that the session's state was lost.
    const isDeleted = asides.value.length === 0 && ((generation ?? 0) > 1 || (await everStarted()));
    if (isDeleted) return success({ kind: "bad", cause: "deleted", file: "state" });
    return success({ kind: "none", generation, asides: asides.value });
  }
  if (bytes.value === undefined) return success({ kind: "bad", cause: "deleted", file });
  const decoded = decodeSession(bytes.value);
  if (!decoded.ok) return success({ kind: "bad", cause: decoded.problem.fault, file });
  const session = decoded.value;
  const untold = asides.value.filter(({ toldKey }) => !session.told.has(toldKey));
  return success({ kind: "session", session, asides: untold });
}
