/** A heredoc that was announced and whose body is still to come. */
export interface Heredoc {
  readonly delimiter: string;
  /** `<<-`: tabs before the delimiter don't count. */
  readonly stripsTabs: boolean;
  /** Index behind the word that announced it. */
  readonly startEnd: number;
}

/** Reads the word behind `<<`, with its quotes taken off; `undefined` where there is none. */
export function readHeredocStart(text: string, from: number): Heredoc | undefined {
  const stripsTabs = text[from] === "-";
  let at = stripsTabs ? from + 1 : from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  const wordStart = at;
  let delimiter = "";
  for (;;) {
    const char = text[at];
    if (char === undefined || /[\s;&|()<>]/.test(char)) break;
    if (char === "'" || char === '"') {
      const close = text.indexOf(char, at + 1);
      const end = close < 0 ? text.length : close;
      delimiter += text.slice(at + 1, end);
      at = end + 1;
    } else if (char === "\\") {
      delimiter += text[at + 1] ?? "";
      at += 2;
    } else {
      delimiter += char;
      at += 1;
    }
  }
  return at === wordStart ? undefined : { delimiter, stripsTabs, startEnd: at };
}

/** Index behind the line that ends a heredoc, or the end of the text where no line does. */
export function readHeredocBody(text: string, from: number, heredoc: Heredoc): number {
  let lineStart = from;
  while (lineStart < text.length) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    const line = text.slice(lineStart, lineEnd).replace(/\r$/, "");
    const compared = heredoc.stripsTabs ? line.replace(/^\t+/, "") : line;
    lineStart = newline < 0 ? text.length : newline + 1;
    if (compared === heredoc.delimiter) return lineStart;
  }
  return text.length;
}
