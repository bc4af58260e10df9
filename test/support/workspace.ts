import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { testEnvironment } from "./environment.ts";

/** A temporary folder that plays the person's workspace, with a home folder of its own beside it. */
export interface TestWorkspace {
  /** Absolute and free of symlinks. */
  readonly root: string;
  /** An empty home folder, outside the workspace. */
  readonly home: string;
  /** What a process in this workspace should see: own HOME, own Git identity, the provided tools on PATH. */
  readonly env: NodeJS.ProcessEnv;
  /** The absolute path of a file of the workspace. */
  at(path: string): string;
  /** Writes a file and the folders above it. */
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  exists(path: string): boolean;
  rename(from: string, to: string): void;
  /** Removes a file or a folder; absent is fine. */
  remove(path: string): void;
  /** Runs `sh -c` in the workspace, as an agent's shell tool would; a failing command throws. */
  shell(command: string): string;
  /** Runs Git in the workspace and returns its stdout without the last newline; failing throws. */
  git(...args: readonly string[]): string;
  /** Stages everything and commits it; returns the commit's id. */
  commit(message?: string): string;
  /** Removes the workspace and its home now; it would be removed after the test file anyway. */
  cleanup(): void;
}

export interface WorkspaceOptions {
  /** Default: `git`. */
  readonly kind?: "git" | "plain";
  /** Files to begin with, by path; in a Git workspace they are committed. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Name of the folder that becomes the root, for tests of odd names. Default: `work`. */
  readonly folderName?: string;
}

const folders = new Set<string>();

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  folders.delete(folder);
}

afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

/** A folder below the system's temporary folder that is removed when the test file ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(
    mkdtempSync(join(tmpdir(), `valehook-test-${process.env["VALEHOOK_TEST_RUN"] ?? ""}`)),
  );
  folders.add(folder);
  return folder;
}

function run(root: string, env: NodeJS.ProcessEnv, command: string, args: readonly string[]) {
  return execFileSync(command, args, {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "pipe"],
  }).replace(/\n$/, "");
}

/** Makes a workspace; it is removed when the test file ends. */
export function makeWorkspace(options: WorkspaceOptions = {}): TestWorkspace {
  const folder = temporaryFolder();
  const root = join(folder, options.folderName ?? "work");
  const home = join(folder, "home");
  mkdirSync(root);
  mkdirSync(home);
  const env = testEnvironment(home);
  const at = (path: string) => join(root, path);
  const git = (...args: readonly string[]) => run(root, env, "git", args);
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  const commit = (message = "Change the workspace") => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD");
  };
  if (options.kind !== "plain") git("init", "--quiet", "--initial-branch=main");
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);
  if (options.kind !== "plain" && options.files !== undefined) commit("Begin");
  return {
    root,
    home,
    env,
    at,
    write,
    read: (path) => readFileSync(at(path), "utf8"),
    exists: (path) => existsSync(at(path)),
    rename: (from, to) => {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    remove: (path) => rmSync(at(path), { recursive: true, force: true }),
    shell: (command) => run(root, env, "sh", ["-c", command]),
    git,
    commit,
    cleanup: () => removeFolder(folder),
  };
}

/** The `.vale.ini` and one rule, `T.Foo`: a warning on each `foobad`. Nothing else is flagged. */
export function foobadStyle(
  options: { readonly level?: "suggestion" | "warning" | "error" } = {},
): Record<string, string> {
  return {
    ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*]\nBasedOnStyles = T\n",
    "styles/T/Foo.yml": [
      "extends: existence",
      `message: "Avoid '%s'."`,
      `level: ${options.level ?? "warning"}`,
      "ignorecase: true",
      "tokens:",
      "  - foobad",
      "",
    ].join("\n"),
  };
}

/** Makes an executable file below `folder`, for stand-ins of programs. Returns its path. */
export function writeExecutable(folder: string, name: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
