import { jsonText } from "../report/json-text.ts";
import type { CliContext } from "./command.ts";

/** Writes lines to standard output. */
export function printLines({ stdout }: CliContext, lines: readonly string[]): void {
  if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
}

/** Writes a value to standard output as one line of JSON. */
export function printJson({ stdout }: CliContext, value: unknown): void {
  stdout.write(`${jsonText(value)}\n`);
}
