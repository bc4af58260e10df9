/**
 * What surrounds a place in a script:
 * - `command`: words are read, and `#` at the start of one begins a comment; `close` ends it;
 * - `double`: double quotes; `brace`: `${…}`; `arithmetic`: `$((…))` and `((…))`.
 */
export type Context =
  | {
      readonly kind: "command";
      readonly close: ")" | "`" | "";
      /** Whether it is part of a word (`$(…)`), so that the word goes on behind it. */
      readonly inWord: boolean;
      /** How many `case … esac` are open, whose patterns end in `)`. */
      cases: number;
    }
  | { readonly kind: "double" }
  | { readonly kind: "brace"; readonly quoted: boolean }
  | { readonly kind: "arithmetic"; depth: number };

/** Characters that end a word without being part of one (POSIX 2.3, Bash "metacharacter"). */
export const META = new Set(" \t\n;&|()<>");
/** Words after which a command, not an argument, is expected. */
export const OPENERS = new Set("then do else elif if while until ! time {".split(" "));
/** No arithmetic is longer; bounds the look ahead. */
const ARITHMETIC_LENGTH = 4096;

/** Whether parentheses that were opened twice also close twice in a row, which makes them arithmetic. */
export function closesTwice(text: string, from: number): boolean {
  const end = Math.min(text.length, from + ARITHMETIC_LENGTH);
  let depth = 0;
  for (let index = from; index < end; index += 1) {
    const char = text[index];
    if (char === "(") depth += 1;
    if (char === ")" && depth === 0) return text[index + 1] === ")";
    if (char === ")") depth -= 1;
  }
  return false;
}
