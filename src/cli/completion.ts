import { success, failure } from "../base/result.ts";
import { allFlags } from "./arguments.ts";
import { exitCodes, type Command, type CommandEntry } from "./command.ts";

type Shell = "bash" | "zsh" | "fish";

/** The command that prints what completes all commands, itself included. */
export function completionCommand(entries: readonly CommandEntry[]): Command {
  return {
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    usage: "completion bash|zsh|fish",
    operands: ["bash", "zsh", "fish"],
    flags: {},
    examples: [
      ['eval "$(valehook completion bash)"', "in ~/.bashrc"],
      ['eval "$(valehook completion zsh)"', "in ~/.zshrc, after compinit"],
      ["valehook completion fish > ~/.config/fish/completions/valehook.fish", "once, for fish"],
    ],
    async run(context, { positionals }) {
      const [shell] = positionals;
      if (shell !== "bash" && shell !== "zsh" && shell !== "fish") {
        return failure({ code: "usage", detail: "Name the shell: bash, zsh or fish." });
      }
      const commands = await Promise.all(entries.map(async (entry) => await entry.load()));
      context.stdout.write(completionScript(shell, commands));
      return success(exitCodes.done);
    },
  };
}

/** The script that completes commands, flags and closed sets of values, generated from the flag tables. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case "bash":
      return bashScript(commands);
    case "zsh":
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
    case "fish":
      return fishScript(commands);
  }
}

function bashScript(commands: readonly Command[]): string {
  const flagCases = commands.map(
    (command) => `    ${command.name}) words="${flagNames(command).join(" ")}" ;;`,
  );
  const valueCases = commands.flatMap(({ name, operands = [], flags }) => [
    ...(operands.length === 0 ? [] : [`    ${name}:${name}) words="${operands.join(" ")}" ;;`]),
    ...Object.entries(flags)
      .filter(([, flag]) => flag.value?.includes("|") === true)
      .map(
        ([flagName, flag]) =>
          `    ${name}:--${flagName}) words="${(flag.value ?? "").replaceAll("|", " ")}" ;;`,
      ),
  ]);
  return `_valehook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "$command:$before" in
${valueCases.join("\n")}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$command" in
${flagCases.join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o default -F _valehook valehook
`;
}

function fishScript(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap((command) => [
    `complete -c valehook -n "not __fish_seen_subcommand_from ${names}" -f -a ${command.name} -d "${fishText(command.summary)}"`,
    ...(command.operands === undefined
      ? []
      : [
          `complete -c valehook -n "__fish_seen_subcommand_from ${command.name}" -f -a "${command.operands.join(" ")}"`,
        ]),
    ...Object.entries(allFlags(command)).map(([name, flag]) => {
      const values =
        flag.value?.includes("|") === true ? ` -x -a "${flag.value.replaceAll("|", " ")}"` : "";
      const takesValue = flag.type === "string" && values === "" ? " -r" : "";
      return `complete -c valehook -n "__fish_seen_subcommand_from ${command.name}" -l ${name}${takesValue}${values} -d "${fishText(flag.summary)}"`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

/** Text between double quotes of fish. */
function fishText(text: string): string {
  return text.replaceAll(/["$\\]/g, String.raw`\$&`);
}

function flagNames(command: Command): readonly string[] {
  return Object.keys(allFlags(command)).map((name) => `--${name}`);
}
