/** A line of TOML as it was probably meant. */
export interface QuotedLine {
  readonly key: string;
  readonly statement: string;
}

/** `key = text` or `key = [text, text]` with the quotes that the text lacks; undefined for what looks otherwise. */
export function withQuotes(line: string): QuotedLine | undefined {
  const [, key = "", value] =
    /^\s*([\w.-]+)\s*=\s*((?:[^\s=[#][^#]*|\[[^#]*\])?)\s*(?:#.*)?$/.exec(line.trim()) ?? [];
  if (value === undefined) return undefined;
  const list = /^\[(.*)\]$/.exec(value.trim())?.[1];
  const quoted = list === undefined ? textOf(value) : `[${list.split(",").map(textOf).join(", ")}]`;
  return { key, statement: `${key} = ${quoted}` };
}

/** As TOML; quotes that are there already are taken off first. */
function textOf(text: string): string {
  return JSON.stringify(text.trim().replace(/^["'](.*)["']$/, "$1"));
}
