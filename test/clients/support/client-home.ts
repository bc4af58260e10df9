import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { valePath } from "../../support/vale.ts";

/** A person's machine in a folder: a home, and a Git workspace with prose that Vale checks. */
export interface ClientHome {
  readonly home: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

const RULE = `extends: existence
message: "Avoid '%s'."
level: warning
tokens:
  - foobad
`;

export function makeClientHome(): ClientHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-")));
  const home = join(folder, "home");
  const workspace = join(folder, "workspace");
  for (const path of [join(home, ".codex"), join(folder, "tmp")])
    mkdirSync(path, { recursive: true });
  const env = environment(home, join(folder, "tmp"));
  fillWorkspace(workspace, env);
  writeFileSync(join(home, ".codex/config.toml"), codexConfig(workspace));
  return { home, workspace, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Nothing of the tester's own environment but the programs. Both clients are kept from the network by a proxy that is not there.
 */
function environment(home: string, tmp: string): Record<string, string> {
  const folders = [
    dirname(process.execPath),
    dirname(valePath()),
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
  ];
  return {
    PATH: folders.join(delimiter),
    HOME: home,
    CODEX_HOME: join(home, ".codex"),
    TMPDIR: tmp,
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    TERM: "xterm",
    USER: "tester",
    HTTPS_PROXY: "http://127.0.0.1:9",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1",
    GIT_CONFIG_NOSYSTEM: "1",
    VALEHOOK_VALE: valePath(),
  };
}

function fillWorkspace(workspace: string, env: Record<string, string>): void {
  const files = {
    ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*.md]\nBasedOnStyles = T\n",
    "styles/T/Foo.yml": RULE,
    "docs/a.md": "# A page\n\nAn older foobad is here.\n",
    ".gitignore": "node_modules\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const git = (...args: string[]): void => {
    const as = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    execFileSync("git", [...as, ...args], { cwd: workspace, env, stdio: "pipe" });
  };
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
}

/** The stand-in's address comes with each run. */
function codexConfig(workspace: string): string {
  return `model = "gpt-5.5"
model_provider = "stand-in"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.stand-in]
name = "stand-in"
base_url = "http://127.0.0.1:9/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects.${JSON.stringify(workspace)}]
trust_level = "trusted"
`;
}

export function appendTo(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, text);
}

export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, dereference: true });
}
