import { parse, TomlError } from "smol-toml";

/**
 * The line (1-based) on which a TOML document sets a key; 1 if it does not. The parser itself decides: the
 * statement that sets the key ends with the first line up to which the document is valid and has the key,
 * and starts after the last line up to which it was valid before. So strings and lists over several
 * lines, tables, inline tables and dotted or quoted keys need no code here.
 */
export function tomlLine(text: string, keys: readonly string[]): number {
  const lines = text.split("\n");
  let validUpTo = 0;
  for (let end = 1; end <= lines.length; end += 1) {
    const document = parseIfValid(`${lines.slice(0, end).join("\n")}\n`);
    if (document === undefined) continue;
    if (hasKey(document, keys)) return validUpTo + 1;
    validUpTo = end;
  }
  return 1;
}

function parseIfValid(text: string): object | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

function hasKey(document: object, keys: readonly string[]): boolean {
  let value: unknown = document;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
