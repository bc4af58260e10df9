import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { runProgram, runValehook } from "./hook-driver.ts";
import { withValehook } from "./on-path.ts";
import { makeWorkspace, type TestWorkspace } from "./workspace.ts";

/** A shell that has loaded its completion script as `valehook completion --help` tells a person to. */
export interface CompletingShell {
  /** What it offers for the last word of this line, in the shell's order. */
  readonly offered: (line: string) => Promise<readonly string[]>;
}

/** A folder to complete in, with `valehook` on PATH. */
export interface CompletionFolder {
  readonly workspace: TestWorkspace;
  readonly env: NodeJS.ProcessEnv;
}

export function completionFolder(files: Readonly<Record<string, string>>): CompletionFolder {
  const workspace = makeWorkspace({ kind: "plain", files });
  return { workspace, env: withValehook(workspace.env) };
}

/** The line with which a person loads the script, out of the command's help. */
async function documentedLine(folder: CompletionFolder, shell: string): Promise<string> {
  const { workspace, env } = folder;
  const help = await runValehook(["completion", "--help"], { cwd: workspace.root, env });
  const line = help.stdout
    .split("\n")
    .find((text) => new RegExp(`valehook completion ${shell}(?!\\|)`).test(text));
  if (line === undefined) throw new Error(`No line for ${shell} in:\n${help.stdout}`);
  return line.trim();
}

/** Runs a shell to its end; anything on stderr is a failure. */
async function runShell(
  { workspace, env }: CompletionFolder,
  shell: string,
  args: readonly string[],
): Promise<string> {
  const ran = await runProgram(shellPath(shell), args, { cwd: workspace.root, env });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  return ran.stdout;
}

/** Where a shell is; without it the test fails and says what brings it. */
function shellPath(shell: string): string {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, shell);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
  throw new Error(`This test needs ${shell}, and it is not on PATH: run npm run provide shells`);
}

export async function fishIn(folder: CompletionFolder): Promise<CompletingShell> {
  const line = await documentedLine(folder, "fish");
  mkdirSync(join(folder.workspace.home, ".config/fish/completions"), { recursive: true });
  await runShell(folder, "fish", ["--command", line]);
  return {
    offered: async (text) => {
      const ask = `complete --do-complete ${JSON.stringify(text)}`;
      const lines = (await runShell(folder, "fish", ["--command", ask])).split("\n");
      return lines.filter((entry) => entry !== "").map((entry) => entry.split("\t")[0] ?? "");
    },
  };
}

/**
 * An interactive zsh at a terminal. Its Tab completes as ever, keeps what compadd was given and matched, and ends the
 * shell. It says READY once its line editor reads keys, so nothing waits for a time.
 */
const zshSettings = `
autoload -Uz compinit && compinit -u
LOAD
compadd() {
  if (( \${argv[(I)-[OAD]*]} )); then builtin compadd "$@"; return; fi
  local -a matching
  builtin compadd -O matching "$@"
  (( $#matching )) && print -rl -- "\${matching[@]}" >>"$OFFERED"
  builtin compadd "$@"
}
at-tab() { zle complete-word; exit }
zle -N at-tab
bindkey '^I' at-tab
zle-line-init() { print READY }
zle -N zle-line-init
`;

/** Starts that zsh at a pseudo-terminal, types a line and Tab, and reads to the end. */
const zshTypist = `
zmodload zsh/zpty
: >"$OFFERED"
zpty typed 'exec zsh -i 2>"$ERRORS"'
zpty -r typed seen '*READY*'
zpty -n -w typed "$1"$'\\t'
while zpty -r typed seen; do :; done
cat "$ERRORS" >&2
cat "$OFFERED"
`;

export async function zshIn(folder: CompletionFolder): Promise<CompletingShell> {
  const { home } = folder.workspace;
  const line = await documentedLine(folder, "zsh");
  writeFileSync(
    join(home, ".zshrc"),
    zshSettings.replace("LOAD", () => line),
  );
  const env = {
    ...folder.env,
    ZDOTDIR: home,
    TERM: "dumb",
    OFFERED: join(home, "offered"),
    ERRORS: join(home, "errors"),
  };
  return {
    offered: async (text) => {
      const args = ["-f", "-c", zshTypist, "zsh", text];
      const printed = await runShell({ ...folder, env }, "zsh", args);
      return printed.split("\n").filter((entry) => entry !== "");
    },
  };
}
