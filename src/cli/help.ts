import { allFlags } from "./arguments.ts";
import type { Command } from "./command.ts";

/** The text of `valehook --help`. */
export function programHelp(commands: readonly Pick<Command, "name" | "summary">[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return lines(
    "valehook checks the prose that changed while a coding agent's session ran, with Vale.",
    "",
    "Usage: valehook <command> [flags]",
    "",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "valehook <command> --help shows a command's flags and examples; valehook --version the version.",
  );
}

/** The text of `valehook <command> --help`. */
export function commandHelp(command: Command): string {
  const flags = Object.entries(allFlags(command)).map(
    ([name, { value, summary }]) =>
      [`--${name}${value === undefined ? "" : ` ${value}`}`, summary] as const,
  );
  const width = Math.min(34, Math.max(...flags.map(([label]) => label.length)));
  return lines(
    `Usage: valehook ${command.usage}`,
    "",
    `${command.summary[0]?.toUpperCase() ?? ""}${command.summary.slice(1)}.`,
    "",
    "Flags:",
    ...flags.map(([label, summary]) =>
      label.length > width
        ? `  ${label}\n  ${" ".repeat(width)}  ${summary}`
        : `  ${label.padEnd(width)}  ${summary}`,
    ),
    "",
    "Examples:",
    ...command.examples.map(([line, what]) => `  ${line}\n      ${what}`),
  );
}

function lines(...parts: readonly string[]): string {
  return `${parts.join("\n")}\n`;
}
