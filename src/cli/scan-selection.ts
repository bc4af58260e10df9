import { errnoOf } from "../base/errno.ts";
import type { Problem } from "../base/problem.ts";
import { diskPath, type RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import {
  leftOutBySettings,
  workspaceRules,
  type WorkspaceRules,
} from "../check/workspace-rules.ts";
import { listWorkspace } from "../check/list-workspace.ts";
import type { Skipped } from "../report/skip-reason.ts";
import { namedPath } from "../scope/explicit-path.ts";
import { makeLinkTest } from "../scope/linked-folders.ts";
import { lstatSync } from "node:fs";

/** The files of one scan. */
export interface Selection {
  readonly rules: WorkspaceRules;
  readonly files: readonly SelectedFile[];
  /** Paths that were named and are not checked. */
  readonly skipped: readonly Skipped[];
  /** Why nothing in the whole workspace can be checked, or nothing of it was chosen. */
  readonly nothing: Problem | undefined;
  /** What kept files from being found. */
  readonly problems: readonly Problem[];
}

export interface SelectedFile {
  readonly path: RelPath;
  readonly bytes: number;
}

export interface SelectionRequest {
  /** Absolute. */
  readonly cwd: string;
  /** As on the command line; none = the whole workspace. */
  readonly names: readonly string[];
  /** Only these, where given: the files that differ from a ref or from a session's baseline. */
  readonly among: ReadonlySet<RelPath> | undefined;
}

/**
 * Chooses the files of a scan. Problems: those of the listing, `path-missing`, `too-many-files`.
 */
export async function selectFiles(
  open: OpenWorkspace,
  request: SelectionRequest,
): Promise<Result<Selection>> {
  const listing = await listWorkspace(open);
  if (!listing.ok) return listing;
  const rules = await workspaceRules(open, listing.value.bytes);
  const named = readNames(open, rules, request);
  if (!named.ok) return named;
  const { explicit, folders, skipped } = named.value;
  const wanted = (path: RelPath): boolean => folders.some((folder) => isBelow(folder, path));
  const chosen = new Set<RelPath>(explicit);
  for (const path of rules.eligible) if (wanted(path)) chosen.add(path);
  const { among } = request;
  const files = onDisk(
    open,
    [...chosen].filter((path) => among?.has(path) ?? true),
  );
  const { bytes } = listing.value;
  const empty = folders.filter((folder) => !rules.eligible.some((path) => isBelow(folder, path)));
  const left = empty.flatMap((folder) => whyEmpty(rules, bytes, folder));
  const isNothing = chosen.size === 0 && folders.includes("");
  const count = isNothing ? leftOutBySettings(rules, bytes, "") : 0;
  const max = open.settings.maxFiles;
  if (files.length > max) return failure({ code: "too-many-files", count: files.length, max });
  return success({
    rules,
    files,
    skipped: [...skipped, ...left],
    nothing: rules.unconfigured ?? (count > 0 ? { code: "nothing-included", count } : undefined),
    problems: listing.value.unreadable,
  });
}

function isBelow(folder: string, path: RelPath): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** Why a folder has nothing to check, where that is a rule's doing; nothing where it has no file of a kind that counts. */
function whyEmpty(rules: WorkspaceRules, listing: Buffer, folder: string): readonly Skipped[] {
  if (folder === "") return [];
  if (rules.paths.isExcludedFolder(folder as RelPath)) {
    return [{ path: folder, reason: "excluded-folder" }];
  }
  if (leftOutBySettings(rules, listing, folder) === 0) return [];
  return [{ path: folder, reason: "excluded-by-configuration" }];
}

interface Named {
  readonly explicit: readonly RelPath[];
  readonly folders: readonly string[];
  readonly skipped: readonly Skipped[];
}

function readNames(
  open: OpenWorkspace,
  rules: WorkspaceRules,
  { cwd, names }: SelectionRequest,
): Result<Named> {
  if (names.length === 0) return success({ explicit: [], folders: [""], skipped: [] });
  const explicit: RelPath[] = [];
  const folders: string[] = [];
  const skipped: Skipped[] = [];
  for (const name of names) {
    const found = namedPath(open.workspace, rules.paths, cwd, name);
    switch (found.kind) {
      case "file":
        explicit.push(found.path);
        break;
      case "folder":
        folders.push(found.path);
        break;
      case "skipped":
        skipped.push({ path: name, reason: found.reason });
        break;
      case "missing":
        return failure({ code: "path-missing", path: name });
    }
  }
  return success({ explicit, folders, skipped });
}

/** The regular files among listed paths: Git lists links, submodules and files that are gone, too. */
function onDisk({ workspace }: OpenWorkspace, paths: readonly RelPath[]): SelectedFile[] {
  const isLinked = makeLinkTest(workspace.root);
  const files: SelectedFile[] = [];
  for (const path of paths) {
    try {
      const stat = lstatSync(diskPath(workspace.root, path), { throwIfNoEntry: false });
      if (stat?.isFile() === true && !isLinked(path)) files.push({ path, bytes: stat.size });
    } catch (error) {
      // Whatever the system says against it, the check meets it again and names the file.
      errnoOf(error);
      files.push({ path, bytes: 0 });
    }
  }
  return files;
}
