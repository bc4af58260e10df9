import { failure, success, type Result } from "../../../src/base/result.ts";
import type { ScopeProblem } from "../../../src/base/problem.ts";
import type { GitHistory } from "../../../src/scope/git-history.ts";
import type { GitIndexFile } from "../../../src/snapshot/git-index-file.ts";
import type { RunGit } from "../../../src/snapshot/run-git.ts";
import { CRLF_ENDING, differing, NO_COMMIT, type SimulatedGit } from "./simulated-git.ts";

/** The commands by which the session's contents are told from Git's, in the format that Git answers in. */
export function simulatedHistory(git: SimulatedGit): GitHistory {
  return {
    text: (args, input = "") => Promise.resolve(answer(git, args, input.split("\n"))),
    reflog: () => Buffer.from(git.reflog),
    reflogBytes: () => git.reflog.length,
  };
}

function answer(
  git: SimulatedGit,
  args: readonly string[],
  lines: readonly string[],
): Result<string, ScopeProblem> {
  const asked = lines.filter((line) => line !== "");
  switch (args[0] ?? "") {
    case "rev-parse":
      return git.head === NO_COMMIT ? noCommit : success(`${git.head}\n`);
    case "symbolic-ref":
      return success(`refs/heads/${git.branch}\n`);
    case "for-each-ref":
      return success("");
    case "ls-tree":
      if (git.head === NO_COMMIT) return noCommit;
      return success(treeText(git, args));
    case "rev-list":
      return success(asked.map((id) => commitLine(git, id)).join(""));
    case "diff-tree":
      return success(asked.map((question) => diffText(git, question)).join(""));
    default:
      throw new Error(`git ${args.join(" ")} isn't simulated`);
  }
}

const noCommit = failure({
  code: "git-failed",
  command: "rev-parse",
  words: "no such commit",
} as const);

function treeText(git: SimulatedGit, args: readonly string[]): string {
  const named = args.find((arg) => arg === "HEAD" || /^[0-9a-f]{40}$/.test(arg)) ?? "";
  const commit = named === "HEAD" ? git.head : named;
  const end = args.indexOf("--");
  const wanted = end === -1 ? undefined : new Set(args.slice(end + 1));
  return [...(git.commits.get(commit)?.tree ?? [])]
    .filter(([path]) => wanted?.has(path) ?? true)
    .map(([path, blob]) => `100644 blob ${blob}\t${path}\n`)
    .join("");
}

function commitLine(git: SimulatedGit, id: string): string {
  const commit = git.commits.get(id);
  if (commit === undefined) throw new Error(`no commit ${id}`);
  const { author, date, parents } = commit;
  return `${[id, author, `${author}@example.org`, date, parents.join(" ")].join("\0")}\n`;
}

function diffText(git: SimulatedGit, question: string): string {
  const [to = "", from] = question.split(" ");
  const tree = git.commits.get(to)?.tree ?? new Map<string, string>();
  const parents = from === undefined ? (git.commits.get(to)?.parents ?? []) : [from];
  const before = parents.map((id) => git.commits.get(id)?.tree ?? new Map<string, string>());
  const [first = new Map<string, string>()] = before;
  const lines = [question];
  for (const path of differing(first as never, tree as never)) {
    if (!before.every((one) => one.get(path) !== tree.get(path))) continue;
    const ids = [...before, tree].map((one) => one.get(path));
    const modes = ids.map((id) => (id === undefined ? "000000" : "100644"));
    const names = ids.map((id) => id ?? NO_COMMIT);
    lines.push(`${":".repeat(before.length)}${[...modes, ...names, "M"].join(" ")}\t${path}`);
  }
  return `${lines.join("\n")}\n`;
}

/** What the baseline asks Git, besides its listing. */
export function simulatedBaselineGit(git: SimulatedGit): {
  run: RunGit;
  readIndex: () => GitIndexFile;
} {
  return {
    run: (args, input = Buffer.alloc(0)) => Promise.resolve(success(factText(git, args, input))),
    readIndex: () => ({ bytes: indexBytes(git), mtimeNs: git.indexMtimeNs }),
  };
}

function factText(git: SimulatedGit, args: readonly string[], input: Buffer): Buffer {
  const text = input.toString("utf8");
  switch (args[0] ?? "") {
    case "config":
      return Buffer.from("core.bare\nfalse\0");
    case "for-each-ref":
      return Buffer.alloc(0);
    case "check-attr": {
      const paths = text.split("\0").filter((path) => path.endsWith(CRLF_ENDING));
      const facts = paths.map((path) => `${path}\0text\0set\0${path}\0eol\0crlf\0`);
      return Buffer.from(facts.join(""));
    }
    case "cat-file": {
      const ids = text.split("\n").filter((id) => id !== "");
      const sizes = ids.map((id) => `${git.blobs.get(id as never)?.length ?? `${id} missing`}\n`);
      return Buffer.from(sizes.join(""));
    }
    default:
      throw new Error(`git ${args.join(" ")} isn't simulated`);
  }
}

const NS = 1_000_000_000n;

/** The index as Git's "index-format" has it, version 2. */
function indexBytes(git: SimulatedGit): Buffer {
  const header = Buffer.alloc(12);
  header.write("DIRC", 0, "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(git.index.size, 8);
  const entries = [...git.index].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = entries.map(([path, { blob, stamp }]) => {
    const name = Buffer.from(path);
    const entry = Buffer.alloc(Math.floor((62 + name.length) / 8) * 8 + 8);
    const times = [stamp.ctimeNs / NS, stamp.ctimeNs % NS, stamp.mtimeNs / NS, stamp.mtimeNs % NS];
    for (const [at, word] of times.entries()) entry.writeUInt32BE(Number(word), at * 4);
    entry.writeUInt32BE(Number(stamp.ino), 20);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt32BE(Number(stamp.size), 36);
    entry.write(blob, 40, "hex");
    entry.writeUInt16BE(name.length, 60);
    name.copy(entry, 62);
    return entry;
  });
  return Buffer.concat([header, ...parts, Buffer.alloc(20)]);
}
