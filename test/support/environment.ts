import { devNull } from "node:os";
import { delimiter, dirname } from "node:path";
import { valePath } from "./vale.ts";

/** What the person's own environment may set and a test must not see. */
const foreign = /^(GIT_|VALE|XDG_|CLAUDE|CODEX|PLUGIN_|GITHUB_|NO_COLOR$|FORCE_COLOR$|CI$|NODE_)/;

/**
 * The environment of a process that a test starts: the caller's without what would steer Git, Vale,
 * the clients or valehook; `home` as its home folder; the provided Vale and parsers first on PATH.
 */
export function testEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    PATH: [dirname(valePath()), dirname(process.execPath), process.env["PATH"]].join(delimiter),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada Writer",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada Writer",
    GIT_COMMITTER_EMAIL: "ada@example.org",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
  };
}
