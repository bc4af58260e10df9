import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

import { errnoOf, isAbsent } from "../base/errno.ts";
import { failure, success } from "../base/result.ts";
import { readRepositoryFormat } from "./repository-format.ts";
import type { Result } from "../base/result.ts";

/** The place whose files belong together: a Git work tree, or a plain folder where there is none. */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly kind: "git" | "plain";
  /**
   * Git's folder of this very work tree (a linked one has its own below `worktrees/`). Absent in a plain
   * folder, and in a work tree whose `.git` file leads nowhere: Git says so itself when it is asked.
   */
  readonly gitDir: string | undefined;
  /** The folder that all work trees of the repository share; equals `gitDir` in a main work tree. */
  readonly commonDir: string | undefined;
}

/**
 * The workspace that holds a folder, found as Git finds it (the nearest usable `.git` at or above the
 * folder) but without starting Git. Environment variables such as `GIT_DIR` do not count. A `.git`
 * folder that is no repository is passed over; a `.git` file that leads nowhere isn't. A bare repository
 * has no work tree: the folder itself is the workspace then.
 *
 * @returns `folder-unreadable` if the folder does not exist or can't be reached.
 */
export function findWorkspace(cwd: string): Result<Workspace> {
  try {
    const start = realFolder(cwd);
    return start.ok ? success(nearestWorkspace(start.value)) : start;
  } catch (error) {
    return failure({ code: "folder-unreadable", path: cwd, errno: errnoOf(error) });
  }
}

function nearestWorkspace(start: string): Workspace {
  const plain: Workspace = { root: start, kind: "plain", gitDir: undefined, commonDir: undefined };
  for (let folder = start; ; folder = dirname(folder)) {
    const found = openGit(join(folder, ".git"));
    if (found !== undefined) return workTree(folder, found, start) ?? plain;
    if (dirname(folder) === folder) return plain;
  }
}

/** Where valehook keeps what it remembers of a workspace; the folder need not exist yet. */
export function stateFolder(workspace: Workspace): string {
  return workspace.gitDir === undefined
    ? plainStateFolder(workspace)
    : join(workspace.gitDir, "vale-state");
}

/** Where the state of a folder lies that is no Git work tree. */
export function plainStateFolder({ root }: Workspace): string {
  return join(root, ".codex", "vale-state");
}

/** Whether a folder is the root of a repository of its own, so that files in it belong to another scope. */
export function isRepositoryRoot(folder: string): boolean {
  return openGit(join(folder, ".git")) !== undefined;
}

type GitFolders = Pick<Workspace, "gitDir" | "commonDir">;

/** What a `.git` leads to; nothing where Git would look further up. */
function openGit(path: string): GitFolders | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return repositoryAt(realpathSync.native(path));
  if (stat?.isFile() === true) return followGitFile(path);
  return undefined;
}

function followGitFile(path: string): GitFolders | undefined {
  const text = readFileSync(path, "utf8");
  const broken = { gitDir: undefined, commonDir: undefined };
  if (!text.startsWith("gitdir: ")) return broken;
  const target = resolve(dirname(path), withoutLineEnd(text.slice("gitdir: ".length)));
  const stat = statSync(target, { throwIfNoEntry: false });
  return (
    (stat?.isDirectory() === true ? repositoryAt(realpathSync.native(target)) : undefined) ?? broken
  );
}

/** Git's own test of a repository: `HEAD`, and in the shared folder `objects` and `refs`. */
function repositoryAt(gitDir: string): GitFolders | undefined {
  if (!exists(join(gitDir, "HEAD"))) return undefined;
  const commonDir = commonDirOf(gitDir);
  if (!exists(join(commonDir, "objects")) || !exists(join(commonDir, "refs"))) return undefined;
  return { gitDir, commonDir };
}

function commonDirOf(gitDir: string): string {
  try {
    return resolve(gitDir, withoutLineEnd(readFileSync(join(gitDir, "commondir"), "utf8")));
  } catch (error) {
    if (isAbsent(error)) return gitDir;
    throw error;
  }
}

/**
 * The work tree that a repository names: where `core.worktree` says, else beside its `.git`. Nothing if it
 * is bare, or if the work tree lies elsewhere and does not hold the folder that was asked for.
 */
function workTree(folder: string, git: GitFolders, start: string): Workspace | undefined {
  const { gitDir, commonDir } = git;
  if (gitDir === undefined || commonDir === undefined) return { root: folder, kind: "git", ...git };
  const format = readRepositoryFormat(gitDir, commonDir);
  if (format.worktree !== undefined) {
    const named = realFolder(resolve(gitDir, format.worktree));
    if (!named.ok || !holds(named.value, start)) return undefined;
    return { root: named.value, kind: "git", ...git };
  }
  return format.bare ? undefined : { root: folder, kind: "git", ...git };
}

function realFolder(path: string): Result<string> {
  try {
    const real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) {
      return failure({ code: "folder-unreadable", path, errno: "ENOTDIR" });
    }
    return success(real);
  } catch (error) {
    return failure({ code: "folder-unreadable", path, errno: errnoOf(error) });
  }
}

function holds(root: string, folder: string): boolean {
  return folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Git strips line ends only: a folder's name may end in a blank. */
function withoutLineEnd(text: string): string {
  return text.replace(/[\r\n]+$/, "");
}
