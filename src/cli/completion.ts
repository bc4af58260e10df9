import { success, failure } from "../base/result.ts";
import { allFlags } from "./arguments.ts";
import { exitCodes, type Command, type CommandEntry, type Flag } from "./command.ts";

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

/** For Bash 3.2 and later, and for zsh's stand-in for Bash's completion. Bash takes `--flag=value` for three words, zsh for one. */
function bashScript(commands: readonly Command[]): string {
  return `_valehook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local choices="" start=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commandNames(commands)} ${programFlags.join(" ")}" -- "$current"))
    return
  fi
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$before" = "=" ]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  case "$current" in
    --*=*) before="\${current%%=*}" start="\${current%%=*}=" current="\${current#*=}" ;;
  esac
  case "$command:$before" in
${bashValueCases(commands).join("\n")}
  esac
  if [ -n "$choices" ]; then
    COMPREPLY=($(compgen -P "$start" -W "$choices" -- "$current"))
    return
  fi
  case "$command" in
${commands.map((command) => `    ${command.name}) choices="${flagNames(command).join(" ")}" ;;`).join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$choices" -- "$current")) ;;
  esac
}
complete -o default -F _valehook valehook
`;
}

/** What may follow a word of a command, where that is a closed set. */
function bashValueCases(commands: readonly Command[]): readonly string[] {
  return commands.flatMap(({ name, operands = [], flags }) => [
    ...(operands.length === 0 ? [] : [`    ${name}:${name}) choices="${operands.join(" ")}" ;;`]),
    ...Object.entries(flags)
      .filter(([, flag]) => isClosedSet(flag))
      .map(([flagName, flag]) => `    ${name}:--${flagName}) choices="${choicesOf(flag)}" ;;`),
  ]);
}

/** The command on a line is the first word that is one: a file or a value later on may have the name of another. */
function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c valehook -n __valehook_uses -f -a ${command.name} -d "${fishText(command.summary)}"`,
    ...fishOperands(command),
    ...Object.entries(allFlags(command)).map(([name, flag]) => {
      const values = isClosedSet(flag) ? ` -x -a "${choicesOf(flag)}"` : "";
      const takesValue = flag.type === "string" && values === "" ? " -r" : "";
      return `complete -c valehook -n "__valehook_uses ${command.name}" -l ${name}${takesValue}${values} -d "${fishText(flag.summary)}"`;
    }),
  ]);
  const flags = programFlags.map(
    (flag) => `complete -c valehook -n __valehook_uses -f -l ${flag.replace("--", "")}`,
  );
  return `function __valehook_uses
  for word in (commandline -opc)
    if contains -- $word ${commandNames(commands)}
      test "$word" = "$argv[1]"
      return
    end
  end
  test -z "$argv[1]"
end
${[...flags, ...lines].join("\n")}
`;
}

/** No files for a command that takes none. */
function fishOperands({ name, operands, flagsOnly }: Command): readonly string[] {
  const uses = `complete -c valehook -n "__valehook_uses ${name}`;
  if (operands !== undefined) {
    const isFirst = `not __fish_seen_subcommand_from ${operands.join(" ")}`;
    return [`${uses}" -f`, `${uses}; and ${isFirst}" -a "${operands.join(" ")}"`];
  }
  return flagsOnly === true ? [`${uses}" -f`] : [];
}

/** Text between double quotes of fish. */
function fishText(text: string): string {
  return text.replaceAll(/["$\\]/g, String.raw`\$&`);
}

/** The flags that stand without a command. */
const programFlags = ["--help", "--version"];

function commandNames(commands: readonly Command[]): string {
  return commands.map(({ name }) => name).join(" ");
}

function flagNames(command: Command): readonly string[] {
  return Object.keys(allFlags(command)).map((name) => `--${name}`);
}

function isClosedSet({ value }: Flag): boolean {
  return value?.includes("|") === true;
}

/** The values of a closed set, as one word list of a shell. */
function choicesOf({ value = "" }: Flag): string {
  return value.replaceAll("|", " ");
}
