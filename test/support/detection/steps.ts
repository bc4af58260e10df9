import * as fc from "fast-check";

import type { RelPath } from "../../../src/base/rel-path.ts";
import type { CoarseDisk } from "../coarse-disk.ts";
import { CRLF_ENDING, type SimulatedGit } from "./simulated-git.ts";

/** Two of them differ in letter case only; one has its line ends converted by Git. */
const CRLF_PATH = `d${CRLF_ENDING}`;
export const paths = ["a.md", "b.md", "docs/a.md", "docs/A.md", "docs/deep/c.md", CRLF_PATH];
const otherBranches = ["topic", "up"];
const branches = ["main", ...otherBranches, "fix"];

/** What a person or a program does to files. */
type Edit =
  | {
      readonly kind: "write" | "replace" | "write-same-time";
      readonly path: string;
      readonly text: string;
    }
  | { readonly kind: "touch" | "chmod" | "remove" | "line-ends"; readonly path: string }
  | {
      readonly kind: "rename" | "copy-with-time" | "hard-link";
      readonly path: string;
      readonly to: string;
    };

export type GitStep =
  | { readonly kind: NamedKind; readonly branch: string }
  | { readonly kind: "restore"; readonly path: string }
  | {
      readonly kind: "upstream";
      readonly branch: string;
      readonly path: string;
      readonly text: string;
    }
  | { readonly kind: PlainKind };

type NamedKind = "checkout" | "new-branch" | "merge" | "rebase" | "cherry-pick";

type PlainKind =
  | "status"
  | "add"
  | "commit"
  | "amend"
  | "revert"
  | "detach"
  | "reset"
  | "stash"
  | "pop";

/** One thing that may happen while a session runs. */
export type Step = Edit | GitStep | { readonly kind: "tick" } | { readonly kind: "look" };

const path = fc.constantFrom(...paths);
const branch = fc.constantFrom(...branches);
// Few and mostly of one size, for that is where stamps lie and where contents meet again.
const text = fc.constantFrom("aa\n", "ab\n", "ba\n", "bb\n", "longer\n");

const named = (...kinds: NamedKind[]) => fc.record({ kind: fc.constantFrom(...kinds), branch });
const plain = (...kinds: (PlainKind | "tick" | "look")[]) =>
  fc.record({ kind: fc.constantFrom(...kinds) });

type Steps = fc.WeightedArbitrary<readonly Step[]>;

function single(weight: number, arbitrary: fc.Arbitrary<Step>): Steps {
  return { weight, arbitrary: arbitrary.map((one) => [one]) };
}

/** What Git does to a clean work tree only. */
function committed(weight: number, arbitrary: fc.Arbitrary<Step>): Steps {
  return { weight, arbitrary: arbitrary.map((one) => [{ kind: "commit" }, one]) };
}

/** Changes that are put away and taken out again, here or on another branch. */
const setAside: fc.Arbitrary<readonly Step[]> = fc
  .tuple(path, text, fc.option(branch))
  .map(([at, words, other]) => {
    const steps: Step[] = [{ kind: "write", path: at, text: words }, { kind: "stash" }];
    if (other !== null) steps.push({ kind: "checkout", branch: other });
    steps.push({ kind: "pop" });
    return steps;
  });

/** A file that is written and taken back. */
const takenBack: fc.Arbitrary<readonly Step[]> = fc.tuple(path, text).map(([at, words]) => [
  { kind: "replace", path: at, text: words },
  { kind: "restore", path: at },
]);

const gitSteps: Steps[] = [
  single(6, plain("commit", "add", "add", "amend", "detach")),
  single(4, plain("status")),
  single(6, plain("stash", "pop")),
  single(8, named("checkout")),
  single(5, named("new-branch")),
  single(4, fc.record({ kind: fc.constant("restore" as const), path })),
  { weight: 6, arbitrary: setAside },
  { weight: 3, arbitrary: takenBack },
  single(4, fc.record({ kind: fc.constant("upstream" as const), branch, path, text })),
  committed(12, named("merge", "rebase", "cherry-pick")),
  committed(6, named("rebase", "cherry-pick")),
  committed(4, plain("revert", "reset", "pop")),
];

const plainEdits: Steps[] = [
  single(
    10,
    fc.record({ kind: fc.constantFrom("write" as const, "replace" as const), path, text }),
  ),
  single(6, fc.record({ kind: fc.constantFrom("touch", "chmod", "remove", "line-ends"), path })),
  single(2, fc.record({ kind: fc.constant("line-ends" as const), path: fc.constant(CRLF_PATH) })),
  single(4, fc.record({ kind: fc.constantFrom("rename", "hard-link"), path, to: path })),
  single(6, plain("tick")),
];

/** Times that are set back to what they were: after the baseline only, for Git itself is fooled by them. */
const timeEdits: Steps[] = [
  single(4, fc.record({ kind: fc.constant("write-same-time" as const), path, text })),
  single(2, fc.record({ kind: fc.constant("copy-with-time" as const), path, to: path })),
];

/** A workspace and what happens in it. */
export interface Story {
  /** Whether there is a commit before anything else happens. */
  readonly born: boolean;
  /** Before the session: any state of work tree, index and branches. */
  readonly before: readonly Step[];
  readonly steps: readonly Step[];
}

export function stories(longest: {
  readonly before: number;
  readonly steps: number;
}): fc.Arbitrary<Story> {
  const before = fc.oneof(...plainEdits, ...gitSteps);
  const during = fc.oneof(...plainEdits, ...timeEdits, ...gitSteps, single(16, plain("look")));
  const minLength = Math.ceil(longest.steps / 2);
  return fc.record({
    born: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
    before: fc.array(before, { maxLength: longest.before, size: "max" }).map((all) => all.flat()),
    steps: fc
      .array(during, { minLength, maxLength: longest.steps, size: "max" })
      .map((all) => all.flat()),
  });
}

/** Makes the workspace that a story begins in: files that are committed but for one, and two branches that went on. */
export function begin({ born, before }: Story, act: (step: Step) => void): void {
  for (const one of paths.slice(1)) act({ kind: "write", path: one, text: "aa\n" });
  if (born) {
    act({ kind: "commit" });
    for (const one of otherBranches) act({ kind: "new-branch", branch: one });
    act({ kind: "checkout", branch: "main" });
    act({ kind: "upstream", branch: "topic", path: "b.md", text: "ab\n" });
    act({ kind: "upstream", branch: "up", path: "docs/a.md", text: "ba\n" });
  }
  act({ kind: "tick" });
  for (const step of before) act(step);
}

/** Does a step but a look; false where it could not be done or changed nothing. */
export function apply(disk: CoarseDisk, git: SimulatedGit, step: Step, author: string): boolean {
  if (step.kind === "look") return true;
  if (step.kind === "tick") {
    disk.tick();
    return true;
  }
  return isEdit(step) ? edit(disk, step) : useGit(git, step, author);
}

const edits: ReadonlySet<string> = new Set<Edit["kind"]>([
  ...(["write", "replace", "write-same-time", "touch", "chmod"] as const),
  ...(["remove", "line-ends", "rename", "copy-with-time", "hard-link"] as const),
]);

export function isEdit(step: Step): step is Edit {
  return edits.has(step.kind);
}

function useGit(git: SimulatedGit, step: GitStep, author: string): boolean {
  switch (step.kind) {
    case "upstream":
      return git.upstream(step.branch, step.path, step.text);
    case "checkout":
      return git.checkout(step.branch);
    case "new-branch":
      return git.newBranch(step.branch);
    case "merge":
      return git.merge(step.branch);
    case "rebase":
      return git.rebase(step.branch);
    case "cherry-pick":
      return git.cherryPick(step.branch);
    case "restore":
      return git.restore(step.path);
    case "commit":
      return git.commit(author);
    case "status":
      return git.refresh();
    case "reset":
      return git.resetHard();
    case "add":
    case "amend":
    case "revert":
    case "detach":
    case "stash":
    case "pop":
      return git[step.kind]();
  }
}

function edit(disk: CoarseDisk, step: Edit): boolean {
  const { path: at } = step;
  const makes = step.kind === "write" || step.kind === "replace";
  if (!makes && !disk.has(at)) return false;
  if ("to" in step && step.to === at) return false;
  const mtimeNs = disk.lstat(at as RelPath)?.mtimeNs ?? 0n;
  switch (step.kind) {
    case "replace":
      disk.remove(at);
      disk.write(at, step.text);
      return true;
    case "write":
      disk.write(at, step.text);
      return true;
    case "write-same-time":
      disk.write(at, step.text);
      disk.setMtime(at, mtimeNs);
      return true;
    case "line-ends":
      disk.write(at, otherLineEnds(disk.text(at)));
      return true;
    case "touch":
    case "chmod":
    case "remove":
      disk[step.kind](at);
      return true;
    case "rename":
      disk.rename(at, step.to);
      return true;
    case "hard-link":
      disk.hardLink(at, step.to);
      return true;
    case "copy-with-time":
      disk.write(step.to, disk.text(at));
      disk.setMtime(step.to, mtimeNs);
      return true;
  }
}

/** As `unix2dos` and back. */
export function otherLineEnds(was: string): string {
  return was.includes("\r") ? was.replaceAll("\r", "") : was.replaceAll("\n", "\r\n");
}
