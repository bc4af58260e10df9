import { readdirSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

import { compileRules } from "./eligible.ts";
import { diskPath, relPathBytes, relPathFromBytes } from "../base/rel-path.ts";
import { errnoOf, isAbsent } from "../base/errno.ts";
import { failure, success } from "../base/result.ts";
import { ignoreFile, isIgnored } from "./ignore-files.ts";
import { isRepositoryRoot } from "./workspace.ts";
import type { Dirent } from "node:fs";
import type { IgnoreFile } from "./ignore-files.ts";
import type { Listing } from "./listing.ts";
import type { PathRules, ScopeRules } from "./eligible.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/** Entries that a walk looks at for each eligible file it may find, before it gives up. */
const ENTRIES_A_FILE = 20;

interface Folder {
  readonly path: RelPath | "";
  /** The `.gitignore` files that hold in it, the nearest first. */
  readonly ignores: readonly IgnoreFile[];
}

interface Walk {
  readonly root: string;
  readonly rules: PathRules;
  readonly found: RelPath[];
  readonly unreadable: ScopeProblem[];
  readonly folders: Folder[];
  entries: number;
}

/**
 * Lists the eligible files of a folder outside Git: regular files only, links never followed, excluded folders
 * and nested repositories never entered, `.gitignore` files honoured as Git would. The result has the form
 * of Git's listing.
 *
 * @returns `too-many-files` beyond `maxFiles` eligible files, `too-many-entries` if far more must be looked at
 * to find them, `folder-unreadable` if the root can't be read.
 */
export async function walkListing(
  workspace: Workspace,
  rules: ScopeRules,
): Promise<Result<Listing>> {
  const walk: Walk = {
    root: workspace.root,
    rules: await compileRules(rules),
    found: [],
    unreadable: [],
    folders: [{ path: "", ignores: [] }],
    entries: 0,
  };
  const maxEntries = rules.maxFiles * ENTRIES_A_FILE;
  for (let folder = walk.folders.pop(); folder !== undefined; folder = walk.folders.pop()) {
    await visit(walk, folder);
    if (walk.found.length > rules.maxFiles) {
      return failure({ code: "too-many-files", count: walk.found.length, max: rules.maxFiles });
    }
    if (walk.entries > maxEntries) {
      return failure({ code: "too-many-entries", path: workspace.root, max: maxEntries });
    }
  }
  const [problem] = walk.unreadable;
  if (problem?.code === "folder-unreadable" && problem.path === workspace.root) {
    return failure(problem);
  }
  return success({ bytes: joined(walk.found), unreadable: walk.unreadable });
}

async function visit(walk: Walk, folder: Folder): Promise<void> {
  const entries = readFolder(walk, folder.path);
  if (isNestedRepository(walk.root, folder.path, entries)) return;
  const before = walk.entries;
  walk.entries += entries.length;
  const ignores = await ignoresOf(walk, folder, entries);
  for (const entry of entries) {
    const name = relPathFromBytes(entry.name);
    const path = (folder.path === "" ? name : `${folder.path}/${name}`) as RelPath;
    if (entry.isDirectory()) {
      if (walk.rules.isExcludedFolder(path) || isIgnored(ignores, `${path}/`)) continue;
      walk.folders.push({ path, ignores });
    } else if (entry.isFile() && walk.rules.isEligible(path) && !isIgnored(ignores, path)) {
      walk.found.push(path);
    }
  }
  if (Math.floor(before / 4096) !== Math.floor(walk.entries / 4096)) await nextTurn();
}

/** A folder's entries; none if it is gone. One that can't be read is noted. */
function readFolder(walk: Walk, path: RelPath | ""): Dirent<Buffer>[] {
  const folder = path === "" ? walk.root : diskPath(walk.root, path);
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (path !== "" && isAbsent(error)) return [];
    const named = path === "" ? walk.root : path;
    walk.unreadable.push({ code: "folder-unreadable", path: named, errno: errnoOf(error) });
    return [];
  }
}

function isNestedRepository(root: string, path: RelPath | "", entries: Dirent<Buffer>[]): boolean {
  if (path === "" || !entries.some((entry) => entry.name.equals(DOT_GIT))) return false;
  const folder = diskPath(root, path);
  // A name that is no text can't be asked about; its `.git` is taken at its word.
  return typeof folder !== "string" || isRepositoryRoot(folder);
}

async function ignoresOf(
  walk: Walk,
  folder: Folder,
  entries: Dirent<Buffer>[],
): Promise<readonly IgnoreFile[]> {
  const own = entries.find((entry) => entry.isFile() && entry.name.equals(DOT_GITIGNORE));
  if (own === undefined) return folder.ignores;
  const name = (folder.path === "" ? ".gitignore" : `${folder.path}/.gitignore`) as RelPath;
  try {
    const text = readFileSync(diskPath(walk.root, name), "utf8");
    return [await ignoreFile(folder.path, text), ...folder.ignores];
  } catch (error) {
    const errno = errnoOf(error);
    if (!isAbsent(error)) walk.unreadable.push({ code: "folder-unreadable", path: name, errno });
    return folder.ignores;
  }
}

const DOT_GIT = Buffer.from(".git");
const DOT_GITIGNORE = Buffer.from(".gitignore");
const NUL = Buffer.from([0]);

function joined(paths: readonly RelPath[]): Buffer {
  const names = paths.map((path) => Buffer.concat([relPathBytes(path), NUL]));
  return Buffer.concat(names.sort((a, b) => a.compare(b)));
}
