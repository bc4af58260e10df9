import { relPathFromBytes } from "../base/rel-path.ts";
import type { RelPath } from "../base/rel-path.ts";

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/**
 * A path as Git prints it without `-z` under `core.quotePath`: in quotes with C escapes if it has any character
 * that isn't plain ASCII, else as it is.
 */
export function unquotedPath(printed: string): RelPath {
  if (!printed.startsWith('"')) return printed as RelPath;
  const bytes: number[] = [];
  for (const [, octal, char, plain] of printed.slice(1, -1).matchAll(ESCAPED)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (char !== undefined) bytes.push(escapes[char] ?? char.charCodeAt(0));
    else if (plain !== undefined) bytes.push(plain.charCodeAt(0));
  }
  return relPathFromBytes(Buffer.from(bytes));
}

const ESCAPED = /\\([0-7]{3})|\\(.)|([^\\])/g;
