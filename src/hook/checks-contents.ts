import { dirname } from "node:path";

import { contentDigest, textDigest, textsDigest } from "../base/digest.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import type { Session } from "../state/session.ts";
import { nodeFileIo } from "../vale/file-io.ts";
import { registrationFiles } from "./watched-paths.ts";

/**
 * Digests of the contents of what is watched, by path: contents, so that a `touch` is no change of the checks. A path
 * that is absent or is a folder has none, nor has a client's settings file that doesn't concern valehook.
 */
export async function readChecks(
  { workspace, env }: OpenWorkspace,
  paths: Iterable<string>,
): Promise<Map<string, string>> {
  const formats = new Map(
    registrationFiles(workspace.root, env).map(({ file, format }) => [file, format]),
  );
  const digests = new Map<string, string>();
  for (const path of paths) {
    const facts = nodeFileIo.follow(path);
    if (!facts.ok || !facts.value.isFile) continue;
    const content = nodeFileIo.read(path);
    const format = formats.get(path);
    if (!content.ok) digests.set(path, content.problem);
    else if (format === undefined) digests.set(path, contentDigest(content.value, "sha256"));
    else {
      // The parsers of settings cost every event more than reading the few that there are.
      const { ourRegistration } = await import("../clients/our-registration.ts");
      const ours = ourRegistration(format, content.value.toString("utf8"));
      if (ours !== undefined) digests.set(path, textDigest("registration", ours));
    }
  }
  return digests;
}

/** How the checks differ from those at the start of the session. */
export interface ChecksDifference {
  /** As {@link Session.checksChanged}, sorted by path. */
  readonly changed: ReadonlyMap<string, string>;
  /** Tells this state of the checks from every other; for {@link Session.checks}. */
  readonly digest: string;
  /** Digests at the start, with those of files that were there before but came under watch only now. */
  readonly atStart: ReadonlyMap<string, string>;
}

/**
 * Compares the checks with those at the session's start.
 *
 * @param watched what is watched now
 * @param watchedAtStart what was watched then
 */
export async function checksDifference(
  open: OpenWorkspace,
  session: Pick<Session, "checksAtStart" | "startedAtMs">,
  watched: readonly string[],
  watchedAtStart: ReadonlySet<string>,
): Promise<ChecksDifference> {
  const atStart = new Map(session.checksAtStart);
  const now = await readChecks(open, new Set([...watched, ...atStart.keys()]));
  for (const [path, digest] of now) {
    if (atStart.has(path) || liesIn(watchedAtStart, path)) continue;
    // A configuration applies to a folder only once that holds a file to check, and may be older than the session.
    if (isOlderThan(path, session.startedAtMs)) atStart.set(path, digest);
  }
  const changed = [...new Set([...atStart.keys(), ...now.keys()])]
    .filter((path) => atStart.get(path) !== now.get(path))
    .sort()
    .map((path) => [path, now.get(path) ?? ""] as const);
  return {
    changed: new Map(changed),
    digest: textsDigest(["checks", ...changed.flat()]),
    atStart,
  };
}

/** Session.checks of a session at its start. */
export const unchangedChecks = textDigest("checks");

function liesIn(folders: ReadonlySet<string>, path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (folders.has(at)) return true;
    if (at === dirname(at)) return false;
  }
}

function isOlderThan(path: string, epochMs: number): boolean {
  const facts = nodeFileIo.follow(path);
  return facts.ok && facts.value.changedMs < epochMs;
}
