import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

import type { TestWorkspace } from "../workspace.ts";
import { CRLF_ENDING, type SimulatedGit } from "./simulated-git.ts";
import { isEdit, otherLineEnds, type GitStep, type Step } from "./steps.ts";

/** How Git is to leave histories alone: whole files only, as the simulation has it. */
const configuration = [
  "merge.renames=false",
  "merge.directoryRenames=false",
  "core.safecrlf=false",
  "advice.detachedHead=false",
].flatMap((pair) => ["-c", pair]);

/** A real work tree to which the same is done as to a simulated one. */
export class RealGit {
  readonly #workspace: TestWorkspace;

  constructor(workspace: TestWorkspace) {
    this.#workspace = workspace;
    workspace.write(".gitattributes", `*${CRLF_ENDING} text eol=crlf\n.gitattributes -text\n`);
    // What Git brought in is told where there is something to check with.
    workspace.write(".vale.ini", "[*]\n");
    workspace.write(".git/info/exclude", ".gitattributes\n.vale.ini\n");
  }

  /** Does what the simulation has just done. */
  follow(step: Step, git: SimulatedGit, author: string): void {
    if (step.kind === "tick" || step.kind === "look") return;
    if (isEdit(step)) this.#edit(step);
    else this.#useGit(step, git, author);
  }

  git(author: string, date: number, ...args: readonly string[]): string {
    return execFileSync("git", [...configuration, ...args], {
      cwd: this.#workspace.root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...this.#workspace.env,
        GIT_AUTHOR_NAME: author,
        GIT_AUTHOR_EMAIL: `${author}@example.org`,
        GIT_AUTHOR_DATE: `@${1_700_000_000 + date} +0000`,
        GIT_COMMITTER_DATE: `@${1_700_000_000 + date} +0000`,
        GIT_EDITOR: "true",
      },
    });
  }

  #useGit(step: GitStep, simulated: SimulatedGit, author: string): void {
    const git = (...args: readonly string[]) => this.git(author, simulated.newestDate, ...args);
    // Git's own guesses by stat data aren't what is tried here.
    this.git(author, 0, "status", "--short");
    switch (step.kind) {
      case "status":
        return;
      case "add":
        return void git("add", "--all");
      case "commit":
        git("add", "--all");
        return void git("commit", "--quiet", "--message", "m");
      case "amend":
        git("add", "--all");
        return void git("commit", "--quiet", "--amend", "--allow-empty", "--message", "m");
      case "revert":
        return void git("revert", "--no-edit", "HEAD");
      case "checkout":
        return void git("checkout", "--quiet", step.branch, "--");
      case "new-branch":
        return void git("checkout", "--quiet", "-b", step.branch);
      case "detach":
        return void git("checkout", "--quiet", "--detach");
      case "restore":
        return void git("checkout", "HEAD", "--", step.path);
      case "reset":
        return void git("reset", "--quiet", "--hard", "HEAD~1");
      case "stash":
        return void git("stash", "--quiet");
      case "pop":
        return void git("stash", "pop", "--quiet");
      case "merge":
        return void git("merge", "--quiet", "--no-edit", step.branch);
      case "cherry-pick":
        return void git("cherry-pick", step.branch);
      case "rebase":
        return void git("rebase", "--quiet", "--reapply-cherry-picks", "--empty=drop", step.branch);
      case "upstream":
        return this.#upstream(step, simulated);
    }
  }

  #upstream(step: Extract<GitStep, { kind: "upstream" }>, { newestDate }: SimulatedGit): void {
    const { branch, path, text } = step;
    const { root } = this.#workspace;
    const index = `${root}/.git/elsewhere`;
    const run = (input: string, ...args: readonly string[]): string =>
      execFileSync("git", args, {
        cwd: root,
        encoding: "utf8",
        input,
        env: { ...this.#workspace.env, GIT_INDEX_FILE: index },
      }).trim();
    const blob = run(text, "hash-object", "-w", "--stdin");
    run("", "read-tree", branch);
    run("", "update-index", "--add", "--cacheinfo", `100644,${blob},${path}`);
    const tree = run("", "write-tree");
    const to = this.git("other", newestDate, "commit-tree", tree, "-p", branch, "-m", "m").trim();
    run("", "update-ref", `refs/heads/${branch}`, to);
    rmSync(index);
  }

  #edit(step: Extract<Step, { readonly path: string }>): void {
    const at = this.#workspace.at(step.path);
    const times = existsSync(at) ? statSync(at) : undefined;
    switch (step.kind) {
      case "replace":
        rmSync(at, { force: true });
        return this.#workspace.write(step.path, step.text);
      case "write":
        return this.#workspace.write(step.path, step.text);
      case "write-same-time":
        writeFileSync(at, step.text);
        if (times !== undefined) utimesSync(at, times.atime, times.mtime);
        return;
      case "line-ends":
        return writeFileSync(at, otherLineEnds(readFileSync(at, "utf8")));
      case "touch":
        return utimesSync(at, new Date(), new Date());
      case "chmod":
        return chmodSync(at, (times?.mode ?? 0) ^ 0o060);
      case "remove":
        return rmSync(at);
      case "rename":
      case "hard-link":
      case "copy-with-time":
        return this.#copy(step.kind, at, this.#workspace.at(step.to));
      case "restore":
      case "upstream":
        throw new Error(`${step.kind} is Git's`);
    }
  }

  #copy(kind: "rename" | "hard-link" | "copy-with-time", from: string, to: string): void {
    mkdirSync(dirname(to), { recursive: true });
    if (kind === "copy-with-time") {
      writeFileSync(to, readFileSync(from));
      const times = statSync(from);
      utimesSync(to, times.atime, times.mtime);
      return;
    }
    rmSync(to, { force: true });
    if (kind === "rename") renameSync(from, to);
    else linkSync(from, to);
  }
}
