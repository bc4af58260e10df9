import { parseArgs } from "node:util";

import { failure, success, type Result } from "../base/result.ts";
import { parseOptions, type Command, type Flag, type ParsedArguments } from "./command.ts";
import { nearest } from "../base/nearest.ts";

const helpFlag: Flag = { type: "boolean", summary: "show this help" };

/** The flags of a command with those that every command has. */
export function allFlags(command: Command): Readonly<Record<string, Flag>> {
  return { ...command.flags, help: helpFlag };
}

/**
 * Reads the arguments after a command's name. An unknown flag, a missing or unwanted value, and a value outside a
 * closed set are usage problems that name the flag and, for a likely typo, the one that was meant.
 */
export function readArguments(command: Command, args: readonly string[]): Result<ParsedArguments> {
  const flags = allFlags(command);
  const { tokens, values, positionals } = parseArgs({
    args: args.map((arg) => (arg === "-h" ? "--help" : arg)),
    options: parseOptions(flags),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const detail = faultOf(
      token.rawName,
      token.value,
      Object.hasOwn(flags, token.name) ? flags[token.name] : undefined,
      flags,
    );
    if (detail !== undefined) return failure({ code: "usage", detail });
  }
  const [unwanted] = positionals;
  if (command.flagsOnly === true && unwanted !== undefined) {
    const detail = `valehook ${command.name} takes no arguments, and ${unwanted} is one.`;
    return failure({ code: "usage", detail });
  }
  return success({ flags: values, positionals });
}

function faultOf(
  rawName: string,
  value: string | undefined,
  flag: Flag | undefined,
  flags: Readonly<Record<string, Flag>>,
): string | undefined {
  if (flag === undefined || !rawName.startsWith("--")) {
    const known = Object.keys(flags).map((name) => `--${name}`);
    const meant = nearest(rawName, known);
    return `Unknown flag ${rawName}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  }
  if (flag.type === "boolean") {
    return value === undefined ? undefined : `${rawName} takes no value.`;
  }
  if (value === undefined || value === "") return `${rawName} needs a value: ${flag.value ?? ""}.`;
  return outsideClosedSet(rawName, value, flag);
}

function outsideClosedSet(rawName: string, value: string, flag: Flag): string | undefined {
  if (flag.value === undefined || !flag.value.includes("|")) return undefined;
  const allowed = flag.value.split("|");
  if (allowed.includes(value)) return undefined;
  const meant = nearest(value, allowed);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return `${rawName} is one of ${allowed.join(", ")}, not ${value}.${hint}`;
}
