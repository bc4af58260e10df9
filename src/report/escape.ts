import { escapeControls } from "../base/escape-controls.ts";
import { shorten } from "../base/shorten.ts";

/** UTF-16 units of a message, match or suggestion that one line shows. */
const MAX_TEXT = 400;

/**
 * A file name as one word of one line: controls, line breaks, bidirectional and invisible characters as escapes, a byte
 * that is not UTF-8 as `\xff`. Never shortened, for a name that was cut names nothing.
 */
export function escapeName(path: string): string {
  return escapeControls(path);
}

/** A rule's message, a match or a suggestion as a part of one line: escaped as names are, white space folded, shortened. */
export function escapeText(text: string, max: number = MAX_TEXT): string {
  return shorten(text, max);
}
