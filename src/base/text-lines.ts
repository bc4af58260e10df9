import { createHash } from "node:crypto";

/**
 * The lines of a text as Vale numbers them: line feeds separate them. What doesn't change what a reader sees is
 * left out, so that it is no change either: a byte order mark, the carriage return of a CRLF, and the
 * newline that ends the last line. An empty text has one empty line.
 */
export function textLines(text: string): string[] {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const lines = body.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/**
 * What the state keeps of a line instead of its text: 96 bits of SHA-256 as 16 characters of base64url. Two lines
 * of {@link textLines} are equal if their digests are.
 */
export function lineDigest(line: string): string {
  if (line === "") return "";
  return createHash("sha256").update(line).digest("base64url").slice(0, 16);
}
