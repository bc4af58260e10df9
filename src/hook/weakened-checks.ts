import { textDigest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import type { Fact } from "../report/fact.ts";
import { settingsFiles } from "../scope/settings-files.ts";
import { isUntold } from "../state/say-once.ts";
import type { Session, SessionFile, Silencing } from "../state/session.ts";
import { nodeFileIo } from "../vale/file-io.ts";
import type { RootSession } from "./root-session.ts";

/** Who reads an answer: the agent a context or a reason, the person a notice. */
export type Reader = "agent" | "person";

/** Facts that a reader was not told yet, and the keys under which they are remembered. */
export interface Unsaid {
  readonly facts: readonly Fact[];
  readonly keys: readonly string[];
}

/**
 * What of the checks themselves is not as it was at the session's start: configuration, styles, settings, registrations,
 * and comments that turn Vale off. Each is told once to the agent and, at a Stop, once to the person; no longer once it
 * is as it was. Nothing with `guard = "off"`, unless the settings themselves changed: who turns the reports off is reported.
 *
 * @param silencing of the files that were checked just now; for all others what the session knows counts
 */
export function weakenedChecks(
  { open }: RootSession,
  session: Session,
  silencing: ReadonlyMap<RelPath, readonly Silencing[]>,
  reader: Reader,
): Unsaid {
  if (open.settings.guard === "off" && !settingsChanged(open, session)) {
    return { facts: [], keys: [] };
  }
  const unsaid = <T extends { readonly key: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ key }) => isUntold(session, key));
  const changed = unsaid(
    [...session.checksChanged].map(([path, digest]) => ({
      path,
      key: textDigest("checks-changed", reader, path, digest),
    })),
  );
  const places = unsaid(
    [...session.files.values()].sort(byPath).flatMap((file) =>
      (silencing.get(file.path) ?? file.silencing).map(({ line, key }) => ({
        path: file.path,
        line,
        key: textDigest("silenced", reader, file.path, key),
      })),
    ),
  );
  const facts: Fact[] = [];
  if (changed.length > 0) {
    const paths = shownPaths(
      open.workspace.root,
      changed.map(({ path }) => path),
    );
    facts.push({ kind: "checks-changed", paths });
  }
  if (places.length > 0) facts.push({ kind: "silenced", places });
  return { facts, keys: [...changed, ...places].map(({ key }) => key) };
}

/** Whether the project's or the person's settings are not what they were when the session began. */
export function settingsChanged({ workspace, env }: OpenWorkspace, session: Session): boolean {
  return settingsFiles(workspace.root, env).some((file) => session.checksChanged.has(file));
}

function byPath(a: SessionFile, b: SessionFile): number {
  return a.path < b.path ? -1 : 1;
}

/** Absolute paths as they are shown: relative to the workspace where they lie in it, and whether they are gone. */
function shownPaths(root: string, paths: readonly string[]): string[] {
  const prefix = `${root}/`;
  return paths.map((path) => {
    const shown = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const facts = nodeFileIo.inspect(path);
    return !facts.ok && facts.problem === "ENOENT" ? `${shown} (removed)` : shown;
  });
}
