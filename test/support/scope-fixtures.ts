import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one test; `remove` takes it away again. */
export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file, with its folders, and returns its absolute path. */
  write(path: string, content?: string | Buffer): string;
  /** Runs the real Git in the folder or below it, away from the person's own configuration. */
  git(args: readonly string[], options?: { in?: string; env?: NodeJS.ProcessEnv }): string;
  remove(): void;
}

export function temporaryFolder(name = "work"): TemporaryFolder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "valehook-scope-")));
  const path = join(base, name);
  mkdirSync(path);
  return {
    path,
    write: (file, content = "text\n") => {
      const target = join(path, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      return target;
    },
    git: (args, options = {}) =>
      execFileSync("git", args, {
        cwd: options.in === undefined ? path : join(path, options.in),
        env: { ...testGitEnvironment(base), ...options.env },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }).replace(/\n$/, ""),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** A folder that is a Git repository with one commit of `a.md`. */
export function temporaryRepository(name = "work"): TemporaryFolder {
  const folder = temporaryFolder(name);
  folder.git(["init", "-q", "-b", "main"]);
  folder.write("a.md", "first\n");
  folder.git(["add", "-A"]);
  folder.git(["commit", "-q", "-m", "first"]);
  return folder;
}

/** An environment in which Git reads no configuration but the repository's. */
export function testGitEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.org",
    GIT_COMMITTER_NAME: "Cleo",
    GIT_COMMITTER_EMAIL: "cleo@example.org",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "protocol.file.allow",
    GIT_CONFIG_VALUE_0: "always",
  };
}
