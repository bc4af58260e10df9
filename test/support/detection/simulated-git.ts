import { createHash } from "node:crypto";

import { contentDigest, type Digest } from "../../../src/base/digest.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { sameStamp, type FileStamp } from "../../../src/snapshot/file-stamp.ts";
import type { CoarseDisk } from "../coarse-disk.ts";
import { mergeBase, mergeTrees, type History, type Tree } from "./merge-trees.ts";

export interface SimulatedCommit {
  readonly tree: Tree;
  readonly parents: readonly string[];
  readonly author: string;
  readonly date: number;
}

export interface SimulatedIndexEntry {
  readonly blob: Digest;
  readonly stamp: FileStamp;
}

/** Files with this ending have `eol=crlf`. */
export const CRLF_ENDING = ".txt";
export const NO_COMMIT = "0".repeat(40);

/**
 * A repository in memory whose work tree is a {@link CoarseDisk}: commits, branches, an index with stat data, HEAD's
 * reflog in Git's own words, line ends that are converted. Whole files only: what Git would have to merge line by
 * line is refused, as is every operation that would stop or overwrite something; the caller hears whether it was done.
 */
export class SimulatedGit implements History {
  readonly commits = new Map<string, SimulatedCommit>();
  readonly branches = new Map<string, string>();
  readonly blobs = new Map<Digest, string>();
  index = new Map<string, SimulatedIndexEntry>();
  indexMtimeNs = 0n;
  reflog = "";
  /** The branch that HEAD names; undefined where it is detached. */
  branch: string | undefined = "main";
  head = NO_COMMIT;
  /** What `commit`, `commit (amend)` and `revert` brought since {@link beginSession}, and their picks. */
  readonly brought = new Set<Digest>();
  readonly disk: CoarseDisk;
  #sessionAuthors: Set<string> | undefined;
  readonly #stashes: { readonly base: Tree; readonly work: Tree }[] = [];
  #commitCount = 0;

  constructor(disk: CoarseDisk) {
    this.disk = disk;
  }

  /** From now on commits are the session's. */
  beginSession(): void {
    this.#sessionAuthors = new Set();
  }

  get headTree(): Tree {
    return this.commits.get(this.head)?.tree ?? new Map();
  }

  /** Number of the newest commit: a date that no other has. */
  get newestDate(): number {
    return this.#commitCount;
  }

  // What `git status` does to the index.
  refresh(): boolean {
    let found = false;
    for (const [path, entry] of this.index) {
      const stamp = this.#stampOf(path);
      if (stamp === undefined || this.#blobOnDisk(path) !== entry.blob) continue;
      if (sameStamp(stamp, entry.stamp)) continue;
      this.index.set(path, { blob: entry.blob, stamp });
      found = true;
    }
    if (found) this.#writeIndex();
    return found;
  }

  add(): boolean {
    const before = this.#indexTree();
    for (const path of this.index.keys()) {
      if (!this.disk.has(path)) this.index.delete(path);
    }
    for (const path of this.disk.regularFiles()) this.#stage(path);
    this.#writeIndex();
    return !sameTree(before, this.#indexTree());
  }

  commit(author: string): boolean {
    this.add();
    const tree = this.#indexTree();
    if (sameTree(tree, this.headTree)) return false;
    const initial = this.head === NO_COMMIT;
    const to = this.#newCommit(tree, initial ? [] : [this.head], author);
    this.#moveOwn(to, initial ? "commit (initial): m" : "commit: m");
    return true;
  }

  amend(): boolean {
    const old = this.commits.get(this.head);
    if (old === undefined) return false;
    this.add();
    const to = this.#newCommit(this.#indexTree(), old.parents, old.author, old.date);
    this.#moveOwn(to, "commit (amend): m");
    return true;
  }

  revert(): boolean {
    const undone = this.commits.get(this.head);
    const [parent] = undone?.parents ?? [];
    const tree = parent === undefined ? undefined : this.commits.get(parent)?.tree;
    if (undone?.parents.length !== 1 || tree === undefined || sameTree(tree, undone.tree)) {
      return false;
    }
    if (!this.#isClean() || !this.#mayWrite(tree)) return false;
    this.#moveTree(tree);
    this.#moveOwn(this.#newCommit(tree, [this.head], "agent"), 'revert: Revert "m"');
    return true;
  }

  checkout(branch: string): boolean {
    const to = this.branches.get(branch);
    if (to === undefined || branch === this.branch) return false;
    const target = this.commits.get(to)?.tree ?? new Map<string, Digest>();
    if (!this.#mayCarry(target)) return false;
    this.#moveTree(target);
    const from = this.branch ?? this.head;
    this.branch = branch;
    this.#move(to, `checkout: moving from ${from} to ${branch}`);
    return true;
  }

  newBranch(branch: string): boolean {
    if (this.branches.has(branch) || this.head === NO_COMMIT) return false;
    const from = this.branch ?? this.head;
    this.branch = branch;
    this.#move(this.head, `checkout: moving from ${from} to ${branch}`);
    return true;
  }

  detach(): boolean {
    if (this.branch === undefined || this.head === NO_COMMIT) return false;
    const from = this.branch;
    this.branch = undefined;
    this.#move(this.head, `checkout: moving from ${from} to HEAD`);
    return true;
  }

  /** `git checkout HEAD -- <path>` */
  restore(path: string): boolean {
    const blob = this.headTree.get(path);
    if (blob === undefined) return false;
    const was = this.#blobOnDisk(path);
    if (was !== blob) this.#writeOut(path, blob);
    this.#enter(path, blob);
    this.#writeIndex();
    return was !== blob;
  }

  resetHard(): boolean {
    const [parent] = this.commits.get(this.head)?.parents ?? [];
    const target = parent === undefined ? undefined : this.commits.get(parent)?.tree;
    if (parent === undefined || target === undefined || this.#hasStray()) return false;
    if (!this.#mayWrite(target)) return false;
    this.#force(target);
    this.#move(parent, "reset: moving to HEAD~1");
    return true;
  }

  stash(): boolean {
    if (this.head === NO_COMMIT || this.#hasStray() || this.#isClean()) return false;
    const work = new Map<string, Digest>();
    for (const path of this.index.keys()) {
      const blob = this.#blobOnDisk(path);
      if (blob !== undefined) work.set(path, blob);
    }
    if (sameTree(work, this.headTree) && sameTree(this.#indexTree(), this.headTree)) return false;
    this.#stashes.push({ base: this.headTree, work });
    this.#force(this.headTree);
    this.#move(this.head, "reset: moving to HEAD");
    return true;
  }

  pop(): boolean {
    const stash = this.#stashes.at(-1);
    if (stash === undefined || !this.#isClean()) return false;
    const { base, work } = stash;
    const changed = differing(base, work);
    if (changed.length === 0) return false;
    const fits = changed.every((path) => {
      if (this.headTree.get(path) !== base.get(path)) return false;
      return base.has(path) || !this.disk.exists(path);
    });
    if (!fits) return false;
    this.#stashes.pop();
    for (const path of changed) {
      const blob = work.get(path);
      if (blob === undefined) this.#unlink(path);
      else this.#writeOut(path, blob);
      if (blob !== undefined && !base.has(path)) this.#enter(path, blob);
    }
    this.#writeIndex();
    return true;
  }

  merge(branch: string): boolean {
    const other = this.branches.get(branch);
    if (other === undefined || branch === this.branch || !this.#isClean()) return false;
    const base = mergeBase(this, this.head, other);
    if (base === undefined || base === other) return false;
    const theirs = this.commits.get(other)?.tree ?? new Map<string, Digest>();
    if (base === this.head) {
      if (!this.#mayWrite(theirs)) return false;
      this.#moveTree(theirs);
      this.#move(other, `merge ${branch}: Fast-forward`);
      return true;
    }
    const tree = mergeTrees(this.#treeOf(base), this.headTree, theirs);
    if (tree === undefined || !this.#mayWrite(tree)) return false;
    this.#moveTree(tree);
    const to = this.#newCommit(tree, [this.head, other], "agent");
    this.#move(to, `merge ${branch}: Merge made by the 'ort' strategy.`);
    return true;
  }

  cherryPick(branch: string): boolean {
    const id = this.branches.get(branch);
    const picked = id === undefined ? undefined : this.commits.get(id);
    if (picked === undefined || branch === this.branch || !this.#isClean()) return false;
    const tree = this.#picked(picked, this.headTree);
    if (tree === undefined || sameTree(tree, this.headTree) || !this.#mayWrite(tree)) return false;
    this.#moveTree(tree);
    this.#pick(tree, picked, "cherry-pick: m");
    return true;
  }

  rebase(branch: string): boolean {
    const onto = this.branches.get(branch);
    const own = this.branch;
    if (onto === undefined || own === undefined || own === branch || !this.#isClean()) return false;
    const base = mergeBase(this, this.head, onto);
    if (base === undefined || base === onto) return false;
    const range = this.#range(base);
    if (range === undefined) return false;
    const steps: { readonly tree: Tree; readonly of: SimulatedCommit }[] = [];
    let tree = this.#treeOf(onto);
    for (const commit of range) {
      const next = this.#picked(commit, tree);
      if (next === undefined) return false;
      if (!sameTree(next, tree)) steps.push({ tree: next, of: commit });
      tree = next;
    }
    const all = [this.#treeOf(onto), ...steps.map((one) => one.tree)];
    if (!all.every((one) => this.#mayWrite(one))) return false;
    this.branch = undefined;
    this.#moveTree(this.#treeOf(onto));
    this.#move(onto, `rebase (start): checkout ${branch}`);
    for (const one of steps) {
      this.#moveTree(one.tree);
      this.#pick(one.tree, one.of, "rebase (pick): m");
    }
    this.branch = own;
    this.#move(this.head, `rebase (finish): returning to refs/heads/${own}`);
    return true;
  }

  /** Somebody else's commit on a branch that isn't checked out. */
  upstream(branch: string, path: string, text: string): boolean {
    const at = this.branches.get(branch);
    if (at === undefined || branch === this.branch) return false;
    const blob = this.#blob(text);
    const tree = new Map(this.#treeOf(at));
    if (tree.get(path) === blob) return false;
    tree.set(path, blob);
    this.branches.set(branch, this.#newCommit(tree, [at], "other"));
    return true;
  }

  /** Everything that Git would list, in its order: untracked files, then tracked ones. */
  listing(): string[] {
    const untracked = this.disk.regularFiles().filter((path) => !this.index.has(path));
    return [...untracked.sort(byName), ...[...this.index.keys()].sort(byName)];
  }

  #newCommit(tree: Tree, parents: readonly string[], author: string, date?: number): string {
    this.#commitCount += 1;
    const id = createHash("sha1").update(`commit ${this.#commitCount}`).digest("hex");
    const commit = { tree: new Map(tree), parents, author, date: date ?? this.#commitCount };
    this.commits.set(id, commit);
    return id;
  }

  #move(to: string, message: string): void {
    this.reflog += `${this.head} ${to} A <a@b.c> ${this.#commitCount} +0000\t${message}\n`;
    this.head = to;
    if (this.branch !== undefined) this.branches.set(this.branch, to);
  }

  #moveOwn(to: string, message: string): void {
    this.#sessionAuthors?.add(authorshipOf(this.commits.get(to)));
    this.#bring(to);
    this.#move(to, message);
  }

  #pick(tree: Tree, of: SimulatedCommit, message: string): void {
    const to = this.#newCommit(tree, [this.head], of.author, of.date);
    if (this.#sessionAuthors?.has(authorshipOf(of)) === true) this.#bring(to);
    this.#move(to, message);
  }

  #bring(to: string): void {
    if (this.#sessionAuthors === undefined) return;
    const tree = this.#treeOf(to);
    for (const path of differing(this.headTree, tree)) {
      const blob = tree.get(path);
      if (blob !== undefined) this.brought.add(blob);
    }
  }

  #treeOf(commit: string): Tree {
    return this.commits.get(commit)?.tree ?? new Map();
  }

  /** The commits from `base` to HEAD, oldest first; undefined where the way isn't straight. */
  #range(base: string): SimulatedCommit[] | undefined {
    const range: SimulatedCommit[] = [];
    for (let at = this.head; at !== base;) {
      const commit = this.commits.get(at);
      const [parent, ...further] = commit?.parents ?? [];
      if (commit === undefined || parent === undefined || further.length > 0) return undefined;
      range.unshift(commit);
      at = parent;
    }
    return range;
  }

  #picked(commit: SimulatedCommit, onto: Tree): Tree | undefined {
    const [parent, ...further] = commit.parents;
    if (parent === undefined || further.length > 0) return undefined;
    return mergeTrees(this.#treeOf(parent), onto, commit.tree);
  }

  #indexTree(): Map<string, Digest> {
    return new Map([...this.index].map(([path, { blob }]) => [path, blob]));
  }

  /** Whether tracked files are as HEAD has them, and staged as they are. */
  #isClean(): boolean {
    if (this.head === NO_COMMIT || !sameTree(this.#indexTree(), this.headTree)) return false;
    return [...this.index].every(([path, { blob }]) => this.#blobOnDisk(path) === blob);
  }

  /** Whether an untracked file stands where HEAD has one. */
  #hasStray(): boolean {
    return [...this.headTree.keys()].some(
      (path) => !this.index.has(path) && this.disk.exists(path),
    );
  }

  #mayWrite(tree: Tree): boolean {
    return [...tree.keys()].every((path) => this.index.has(path) || !this.disk.exists(path));
  }

  #mayCarry(target: Tree): boolean {
    return differing(this.headTree, target).every((path) => {
      const blob = this.headTree.get(path);
      if (blob === undefined) return !this.index.has(path) && !this.disk.exists(path);
      return this.index.get(path)?.blob === blob && this.#blobOnDisk(path) === blob;
    });
  }

  /** Takes the work tree and the index from HEAD's tree to another. */
  #moveTree(target: Tree): void {
    for (const path of differing(this.headTree, target)) this.#put(path, target.get(path));
    this.#writeIndex();
  }

  #force(target: Tree): void {
    for (const path of new Set([...this.index.keys(), ...target.keys()])) {
      const blob = target.get(path);
      if (blob !== undefined && this.#blobOnDisk(path) === blob) this.#enter(path, blob);
      else this.#put(path, blob);
    }
    this.#writeIndex();
  }

  #put(path: string, blob: Digest | undefined): void {
    if (blob === undefined) {
      this.#unlink(path);
      this.index.delete(path);
    } else {
      this.#writeOut(path, blob);
      this.#enter(path, blob);
    }
  }

  #writeOut(path: string, blob: Digest): void {
    this.disk.remove(path);
    const text = this.blobs.get(blob) ?? "";
    this.disk.write(path, path.endsWith(CRLF_ENDING) ? text.replaceAll("\n", "\r\n") : text);
  }

  /** Git removes folders that it empties. */
  #unlink(path: string): void {
    this.disk.remove(path);
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (!this.disk.isFolder(folder) || !this.disk.isEmpty(folder)) return;
      this.disk.remove(folder);
    }
  }

  #stage(path: string): void {
    const blob = this.#blobOnDisk(path);
    if (blob !== undefined) this.#enter(path, blob);
  }

  #enter(path: string, blob: Digest): void {
    const stamp = this.#stampOf(path);
    if (stamp !== undefined) this.index.set(path, { blob, stamp });
  }

  /** Git makes entries that it can't be sure of unusable as it writes ("racy git"). */
  #writeIndex(): void {
    for (const [path, { blob, stamp }] of this.index) {
      const now = this.#stampOf(path);
      const young = stamp.mtimeNs >= this.indexMtimeNs;
      if (!young || now === undefined || !sameStamp(now, stamp)) continue;
      if (this.#blobOnDisk(path) !== blob)
        this.index.set(path, { blob, stamp: { ...stamp, size: 0n } });
    }
    this.indexMtimeNs = this.disk.now;
  }

  #stampOf(path: string): FileStamp | undefined {
    return this.disk.has(path) ? this.disk.lstat(path as RelPath) : undefined;
  }

  #blobOnDisk(path: string): Digest | undefined {
    if (!this.disk.has(path)) return undefined;
    const text = this.disk.text(path);
    return this.#blob(path.endsWith(CRLF_ENDING) ? text.replaceAll("\r\n", "\n") : text);
  }

  #blob(text: string): Digest {
    const blob = contentDigest(Buffer.from(text), "sha1");
    this.blobs.set(blob, text);
    return blob;
  }
}

/** By what a pick is recognised. */
export function authorshipOf(commit: SimulatedCommit | undefined): string {
  return `${commit?.author}\0${commit?.date}`;
}

function sameTree(a: Tree, b: Tree): boolean {
  return differing(a, b).length === 0;
}

/** The paths at which two trees differ. */
export function differing(a: Tree, b: Tree): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));
}

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}
