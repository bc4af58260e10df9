/**
 * Characters that could forge, hide or reorder a line: C0 and C1 controls, line and paragraph separators,
 * bidirectional controls (Unicode UAX #9), zero-width, tag and other invisible format characters, and lone
 * surrogates.
 */
const UNSAFE =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\uDB40-\uDB43][\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Text with every unsafe character written as an escape: `\n`, `\r`, `\t`, `\xff` for a byte of a file name that is
 * not UTF-8 (see `RelPath`), else `\u{200b}`.
 */
export function escapeControls(text: string): string {
  return replaceUnsafe(text, escapeOne);
}

/** Text with every unsafe character written as `escape` says. */
export function replaceUnsafe(text: string, escape: (char: string) => string): string {
  return text.replace(UNSAFE, (char) => escape(char));
}

function escapeOne(char: string): string {
  if (char === "\n") return "\\n";
  if (char === "\r") return "\\r";
  if (char === "\t") return "\\t";
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  return `\\u{${code.toString(16)}}`;
}
