import type { RelPath } from "../../src/base/rel-path.ts";
import type { Disk, DiskClock, DiskStat, FileRead } from "../../src/snapshot/disk.ts";

/** What is at a path of a {@link CoarseDisk}. */
interface Node {
  kind: "file" | "folder" | "link" | "fifo";
  bytes: Buffer;
  mtimeNs: bigint;
  ctimeNs: bigint;
  ino: bigint;
  /** Of a link: the folder or file that it names. */
  target: string;
}

const MODES = { file: 0o100644n, folder: 0o040755n, link: 0o120777n, fifo: 0o010644n } as const;
const DEVICE = 7n;

/**
 * A disk in memory whose clock stands still until it is ticked, as coarse as a test needs it. Every write takes the
 * clock's time for mtime and ctime; nothing but a write or a tick changes anything.
 */
export class CoarseDisk implements Disk {
  /** The file system's clock. Ticks are whole, so that stamps within one tick are equal. */
  now: bigint;
  leadMs = 0;
  /** Answers `EACCES` for these. */
  readonly refused = new Set<string>();
  /** How often each path was read: only what differs by stamp may be. */
  readonly reads = new Map<string, number>();
  lstats = 0;
  clockTouches = 0;
  /** Called after each read, for writes that come between. */
  afterRead: ((path: string) => void) | undefined;
  canTouch = true;
  /** As some network file systems and bind mounts: no change times, no inode numbers. */
  isBare = false;
  /** Ticks by themselves while {@link Disk.pause} waits. */
  ticksWhilePaused = false;
  readonly #nodes = new Map<string, Node>();
  readonly #granule: bigint;
  #nextInode = 1n;

  constructor(granuleNs = 1_000_000_000n) {
    this.#granule = granuleNs;
    this.now = granuleNs * 1_000n;
    this.#nodes.set("", this.#newNode("folder"));
  }

  tick(times = 1): void {
    this.now += this.#granule * BigInt(times);
  }

  /** Sets the wall clock back, and the file system's with it. */
  setBack(times: number): void {
    this.now -= this.#granule * BigInt(times);
    this.leadMs -= Number((this.#granule * BigInt(times)) / 1_000_000n);
  }

  write(name: string, text: string): void {
    const path = this.#place(name);
    const known = this.#nodes.get(path);
    const node = known?.kind === "file" ? known : this.#create(path, "file");
    node.bytes = Buffer.from(text);
    node.mtimeNs = this.now;
    node.ctimeNs = this.now;
  }

  /** As `cp -p` or `touch -r`: the change time is the clock's all the same. */
  setMtime(name: string, mtimeNs: bigint): void {
    const node = this.#at(this.#place(name));
    node.mtimeNs = mtimeNs;
    node.ctimeNs = this.now;
  }

  touch(path: string): void {
    this.setMtime(path, this.now);
  }

  chmod(path: string): void {
    this.#at(this.#place(path)).ctimeNs = this.now;
  }

  link(name: string, target: string): void {
    const path = this.#place(name);
    this.remove(path);
    this.#create(path, "link").target = target;
  }

  fifo(name: string): void {
    const path = this.#place(name);
    this.remove(path);
    this.#create(path, "fifo");
  }

  rename(oldName: string, newName: string): void {
    const from = this.#place(oldName);
    const to = this.#place(newName);
    this.remove(to);
    const moved = [...this.#nodes].filter(([path]) => path === from || path.startsWith(`${from}/`));
    for (const [path, node] of moved) {
      this.#nodes.delete(path);
      this.#makeFolders(to);
      this.#nodes.set(to + path.slice(from.length), node);
    }
    this.#at(to).ctimeNs = this.now;
    this.#touchParent(from);
    this.#touchParent(to);
  }

  /** A second name of the same file. */
  hardLink(oldName: string, newName: string): void {
    const node = this.#at(this.#place(oldName));
    const path = this.#place(newName);
    this.remove(path);
    this.#makeFolders(path);
    node.ctimeNs = this.now;
    this.#nodes.set(path, node);
    this.#touchParent(path);
  }

  remove(name: string): void {
    const path = this.#place(name);
    const all = [...this.#nodes.keys()].filter((one) => one === path || one.startsWith(`${path}/`));
    for (const one of all) this.#nodes.delete(one);
    if (all.length > 0) this.#touchParent(path);
  }

  has(path: string): boolean {
    return this.#nodes.get(this.#place(path))?.kind === "file";
  }

  exists(path: string): boolean {
    return this.#nodes.has(this.#place(path));
  }

  isFolder(path: string): boolean {
    return this.#nodes.get(this.#place(path))?.kind === "folder";
  }

  isLink(path: string): boolean {
    return this.#nodes.get(this.#place(path))?.kind === "link";
  }

  /** Paths of regular files, none of them reached through a link. */
  regularFiles(): string[] {
    return [...this.#nodes].filter(([, node]) => node.kind === "file").map(([path]) => path);
  }

  /** Whether nothing is in a folder. */
  isEmpty(name: string): boolean {
    const prefix = `${this.#place(name)}/`;
    return ![...this.#nodes.keys()].some((path) => path.startsWith(prefix));
  }

  text(path: string): string {
    return this.#at(this.#place(path)).bytes.toString("utf8");
  }

  /** All that isn't a folder, as Git would list it if all of it were tracked or untracked. */
  listing(): Buffer {
    const names = [...this.#nodes].filter(([, node]) => node.kind !== "folder");
    const sorted = names.map(([path]) => path).sort((a, b) => (a < b ? -1 : 1));
    return Buffer.from(sorted.map((path) => `${path}\0`).join(""), "utf8");
  }

  lstat(path: RelPath): DiskStat | undefined {
    this.lstats += 1;
    if (this.refused.has(path)) throw systemError("EACCES");
    const node = this.#resolve(path);
    if (node === undefined) return undefined;
    const { mtimeNs, kind, bytes } = node;
    const ctimeNs = this.isBare ? 0n : node.ctimeNs;
    const ino = this.isBare ? 0n : node.ino;
    return { mtimeNs, ctimeNs, ino, size: BigInt(bytes.length), mode: MODES[kind], dev: DEVICE };
  }

  statWatched(path: string): DiskStat | undefined {
    return this.lstat(path.replace(/^\//, "") as RelPath);
  }

  readFile(path: RelPath, maxBytes: number): FileRead {
    this.reads.set(path, (this.reads.get(path) ?? 0) + 1);
    if (this.refused.has(path)) return { kind: "failed", errno: "EACCES" };
    const node = this.#resolve(path);
    if (node === undefined) return { kind: "absent" };
    if (node.kind !== "file") return { kind: "not-regular" };
    const bytes = Buffer.from(node.bytes);
    this.afterRead?.(path);
    if (bytes.length > maxBytes) return { kind: "too-large", bytes: bytes.length };
    return { kind: "read", bytes };
  }

  touchClock(): DiskClock | undefined {
    this.clockTouches += 1;
    return this.canTouch ? { ns: this.now, dev: DEVICE } : undefined;
  }

  pause(): Promise<void> {
    if (this.ticksWhilePaused) this.tick();
    return Promise.resolve();
  }

  wallClockLeadMs(): number {
    return this.leadMs;
  }

  /** Follows links in all but the last place, as a system does. */
  #resolve(path: string): Node | undefined {
    return this.#nodes.get(this.#place(path));
  }

  /** A path without links in all but the last place. */
  #place(path: string, hops = 0): string {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = this.#nodes.get(parts.slice(0, depth).join("/"));
      if (above?.kind !== "link" || hops > 8) continue;
      return this.#place([above.target, ...parts.slice(depth)].join("/"), hops + 1);
    }
    return path;
  }

  #at(path: string): Node {
    const node = this.#nodes.get(path);
    if (node === undefined) throw new Error(`nothing at ${path}`);
    return node;
  }

  #create(path: string, kind: Node["kind"]): Node {
    this.#makeFolders(path);
    const node = this.#newNode(kind);
    this.#nodes.set(path, node);
    this.#touchParent(path);
    return node;
  }

  #newNode(kind: Node["kind"]): Node {
    const ino = this.#nextInode;
    this.#nextInode += 1n;
    const { now } = this;
    return { kind, bytes: Buffer.alloc(0), mtimeNs: now, ctimeNs: now, ino, target: "" };
  }

  #makeFolders(path: string): void {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join("/");
      if (this.#nodes.has(folder)) continue;
      this.#nodes.set(folder, this.#newNode("folder"));
      this.#touchParent(folder);
    }
  }

  #touchParent(path: string): void {
    const parent = this.#nodes.get(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    if (parent === undefined) return;
    parent.mtimeNs = this.now;
    parent.ctimeNs = this.now;
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "lstat" });
}
