import { replaceUnsafe } from "../base/escape-controls.ts";

/**
 * JSON of a value in one line of printable text: what a terminal could take for a command or what could reorder a line
 * (control, bidirectional and invisible characters) is written as `\u` escapes, so that the value is the same
 * for every parser.
 */
export function jsonText(value: unknown): string {
  return replaceUnsafe(JSON.stringify(value), escapeUnits);
}

function escapeUnits(text: string): string {
  let escaped = "";
  for (let unit = 0; unit < text.length; unit++) {
    escaped += `\\u${text.charCodeAt(unit).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
