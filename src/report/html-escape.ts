import { escapeControls } from "../base/escape-controls.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Text as HTML text or as the value of a quoted attribute. Control, bidirectional and invisible characters show as
 * escapes.
 */
export function html(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
