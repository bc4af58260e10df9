import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { devNull, tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const provided = fileURLToPath(new URL("../../.tools/bin", import.meta.url));

/** What a person's environment may hold that would steer Git, Vale or valehook. */
const steering = /^(GIT_|VALE|XDG_|CLAUDE|CODEX|GITHUB_)/;

function environment(home) {
  const kept = Object.entries(process.env).filter(([name]) => !steering.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: [provided, process.env.PATH].join(delimiter),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Harbour Street",
    GIT_AUTHOR_EMAIL: "library@example.org",
    GIT_COMMITTER_NAME: "Harbour Street",
    GIT_COMMITTER_EMAIL: "library@example.org",
  };
}

/** Copies an example into a temporary Git workspace and commits it. */
export function copyExample(source) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "valehook-try-")));
  const name = basename(source);
  const root = join(folder, name);
  const env = environment(join(folder, "home"));
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: root, env, encoding: "utf8" });
  mkdirSync(env.HOME);
  cpSync(source, root, { recursive: true });
  run("git", "init", "--quiet", "--initial-branch=main");
  run("git", "add", "--all");
  run("git", "commit", "--quiet", "--message", "Begin");
  return {
    name,
    root,
    env,
    files: run("git", "ls-files").trimEnd().split("\n"),
    read: (path) => readFileSync(join(root, path), "utf8"),
    write: (path, content) => writeFileSync(join(root, path), content),
    shell: (command) => run("sh", "-c", command),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
