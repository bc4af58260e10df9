import { escapeControls } from "./escape-controls.ts";

/** One line of at most `max` UTF-16 units, without control characters; a cut is marked by an ellipsis. */
export function shorten(text: string, max: number): string {
  const line = escapeControls(text.replace(/\s+/g, " ").trim());
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
