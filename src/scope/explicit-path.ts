import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

import { errnoOf } from "../base/errno.ts";
import { isRepositoryRoot } from "./workspace.ts";
import type { Ineligible, PathRules } from "./eligible.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { NoRules, SkipReason } from "../base/skip-reason.ts";
import type { Stats } from "node:fs";
import type { Workspace } from "./workspace.ts";

/** What a path itself tells; whether a configuration applies is asked later. */
type PathReason = Exclude<SkipReason, NoRules>;

/**
 * What a named path is. `overruled` is the rule that would leave the file out were it not named: an
 * excluded folder or the configuration.
 */
export type NamedPath =
  | { readonly kind: "file"; readonly path: RelPath; readonly overruled: Ineligible | undefined }
  | { readonly kind: "folder"; readonly path: RelPath | "" }
  | { readonly kind: "skipped"; readonly reason: PathReason }
  | { readonly kind: "missing"; readonly errno: string };

/**
 * Judges a path that a person or an event named, absolute or relative to `cwd`. Links above the root do not
 * matter; none below it is followed. Files of nested repositories belong to those.
 */
export function namedPath(
  workspace: Workspace,
  rules: PathRules,
  cwd: string,
  name: string,
): NamedPath {
  const absolute = resolve(cwd, name);
  const found = look(absolute);
  if (typeof found === "string") return { kind: "missing", errno: found };
  const place = placeOf(workspace.root, absolute);
  if (!("path" in place)) return { kind: "skipped", reason: place.reason };
  const { path } = place;
  if (found.isSymbolicLink()) return { kind: "skipped", reason: "symlink" };
  if (inNestedRepository(workspace.root, found.isDirectory() ? `${path}/` : path)) {
    return { kind: "skipped", reason: "nested-repository" };
  }
  if (found.isDirectory()) return { kind: "folder", path };
  if (!found.isFile()) return { kind: "skipped", reason: "not-regular-file" };
  const reason = rules.whyNot(path as RelPath);
  if (reason === "kind-not-supported") return { kind: "skipped", reason };
  return { kind: "file", path: path as RelPath, overruled: reason };
}

function look(path: string): Stats | string {
  try {
    return lstatSync(path);
  } catch (error) {
    return errnoOf(error);
  }
}

type Place =
  | { readonly path: RelPath | "" }
  | { readonly reason: "outside-workspace" | "reached-through-symlink" };

function placeOf(root: string, absolute: string): Place {
  const above = ancestorThatIs(root, absolute);
  const real = absolute === above ? root : join(realFolder(absolute), basename(absolute));
  const inside = below(root, real);
  if (above !== undefined && join(root, relative(above, absolute)) !== real) {
    return { reason: "reached-through-symlink" };
  }
  return inside === undefined ? { reason: "outside-workspace" } : { path: inside };
}

/** The nearest of a path's ancestors, itself included, that is the root however it is spelt. */
function ancestorThatIs(root: string, path: string): string | undefined {
  if (!isLink(path) && realpathSync.native(path) === root) return path;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (realpathSync.native(folder) === root) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}

function realFolder(path: string): string {
  return realpathSync.native(dirname(path));
}

function below(root: string, path: string): RelPath | "" | undefined {
  const inside = relative(root, path).split(sep).join("/");
  if (inside === ".." || inside.startsWith("../")) return undefined;
  return inside as RelPath | "";
}

function inNestedRepository(root: string, path: string): boolean {
  let end = path.indexOf("/");
  while (end > 0) {
    if (isRepositoryRoot(join(root, path.slice(0, end)))) return true;
    end = path.indexOf("/", end + 1);
  }
  return false;
}
