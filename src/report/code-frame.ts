import stringWidth from "string-width";
import { escapeControls } from "../base/escape-controls.ts";
import type { Excerpt } from "./excerpt.ts";

/** Columns of a terminal that a frame's text takes at most. */
const MAX_WIDTH = 100;

/** Columns that are kept in front of a match when its line has to be cut. */
const LEAD_WIDTH = 36;

/** A column is rarely more than 8 UTF-16 units; measuring a megabyte to show a hundred columns would be slow. */
const NEAR_UNITS = MAX_WIDTH * 8;

const TAB_WIDTH = 4;

/** A line of source and the line that points at the match in it. */
export interface CodeFrame {
  readonly source: string;
  /** Spaces, then carets; empty where nothing is to be marked. */
  readonly pointer: string;
}

/**
 * An excerpt as it looks on a terminal: tabs as spaces, unsafe characters as escapes, a long line cut around the
 * match. The carets stand under the match also after wide and combining characters.
 */
export function codeFrame(excerpt: Excerpt): CodeFrame {
  const near = excerpt.before.slice(-NEAR_UNITS);
  const before = visible(near, 0);
  const match = visible(excerpt.match.slice(0, NEAR_UNITS), widthOf(before));
  const after = visible(excerpt.after.slice(0, NEAR_UNITS), widthOf(before + match));
  const isCut = near.length < excerpt.before.length;
  const lead = tailOf(before, match === "" ? MAX_WIDTH : LEAD_WIDTH, isCut);
  const shown = headOf(match, MAX_WIDTH - widthOf(lead));
  const rest = headOf(after, MAX_WIDTH - widthOf(lead + shown));
  const carets = "^".repeat(Math.max(1, widthOf(shown)));
  return {
    source: (lead + shown + rest).trimEnd(),
    pointer: match === "" ? "" : " ".repeat(widthOf(lead)) + carets,
  };
}

function visible(text: string, startColumn: number): string {
  let shown = "";
  let column = startColumn;
  for (const part of text.split(/(\t)/)) {
    const piece =
      part === "\t" ? " ".repeat(TAB_WIDTH - (column % TAB_WIDTH)) : escapeControls(part);
    shown += piece;
    column += widthOf(piece);
  }
  return shown;
}

const PLAIN = /^[\x20-\x7E]*$/;

/** Columns of a terminal. Most text is plain, and asking for each character's width costs a millisecond a line. */
function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The start of a text in at most `width` columns; a cut is marked. */
function headOf(text: string, width: number): string {
  if (PLAIN.test(text) && text.length > width) {
    return width < 1 ? "" : `${text.slice(0, width - 1)}…`;
  }
  const near = text.slice(0, NEAR_UNITS);
  if (near.length === text.length && widthOf(text) <= width) return text;
  let shown = "";
  let used = 1;
  for (const { segment } of graphemes.segment(near)) {
    used += widthOf(segment);
    if (used > width) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown}…`;
}

/** The end of a text in at most `width` columns; a cut is marked, also one that was made before (`isCut`). */
function tailOf(text: string, width: number, isCut: boolean): string {
  if (PLAIN.test(text) && text.length > width) return `…${text.slice(1 - width)}`;
  const near = text.slice(-NEAR_UNITS);
  if (!isCut && near.length === text.length && widthOf(text) <= width) return text;
  const segments = Array.from(graphemes.segment(near), ({ segment }) => segment);
  let shown = "";
  let used = 1;
  for (const segment of segments.toReversed()) {
    used += widthOf(segment);
    if (used > width) break;
    shown = segment + shown;
  }
  return `…${shown}`;
}
