import { contentDigest, type Digest } from "../../../src/base/digest.ts";
import type { CoarseDisk } from "../coarse-disk.ts";
import type { SimulatedGit } from "./simulated-git.ts";

/** What a look has to come to. */
export interface Seen {
  /** What the session owes: path and digest. */
  readonly owed: ReadonlyMap<string, Digest>;
  /** Number of files that Git brought in. */
  readonly brought: number;
}

/**
 * The rules of what counts as a change, taken at their word: every file is read at every look, no stamp is asked, and
 * whose a commit is isn't found out but known.
 */
export class NaiveModel {
  readonly #disk: CoarseDisk;
  readonly #git: SimulatedGit;
  readonly #baseline: ReadonlyMap<string, Digest>;
  #last: ReadonlyMap<string, Digest>;
  readonly #fromGit = new Map<string, Digest>();
  readonly #owed = new Map<string, Digest>();
  readonly #own = new Set<Digest>();

  constructor(disk: CoarseDisk, git: SimulatedGit) {
    this.#disk = disk;
    this.#git = git;
    this.#baseline = this.#readAll();
    this.#last = this.#baseline;
  }

  look(): Seen {
    const now = this.#readAll();
    const own = new Set([...this.#own, ...this.#git.brought]);
    let brought = 0;
    for (const path of this.#last.keys()) {
      if (now.has(path)) continue;
      this.#owed.delete(path);
      if (!this.#git.headTree.has(path)) this.#fromGit.delete(path);
    }
    for (const [path, digest] of now) {
      if (this.#last.get(path) === digest) continue;
      if (this.#baseline.get(path) === digest) {
        this.#owed.delete(path);
        if (this.#fromGit.get(path) !== digest) this.#fromGit.delete(path);
      } else if (this.#fromGit.get(path) === digest) {
        this.#owed.delete(path);
      } else if (this.#git.headTree.get(path) === digest && !own.has(digest)) {
        this.#owed.delete(path);
        this.#fromGit.set(path, digest);
        brought += 1;
      } else {
        this.#owed.set(path, digest);
        this.#own.add(digest);
      }
    }
    this.#last = now;
    return { owed: new Map(this.#owed), brought };
  }

  #readAll(): Map<string, Digest> {
    const files = this.#disk.regularFiles().map((path) => {
      return [path, contentDigest(Buffer.from(this.#disk.text(path)), "sha1")] as const;
    });
    return new Map(files);
  }
}
