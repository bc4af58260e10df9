import stringWidth from "string-width";
import { escapeControls } from "../base/escape-controls.ts";
import type { Excerpt } from "./excerpt.ts";

/** Columns of a terminal that a frame's text takes at most. */
const MAX_WIDTH = 100;

/** Columns that are kept in front of a match when its line has to be cut. */
const LEAD_WIDTH = 36;

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
  const before = visible(excerpt.before, 0);
  const match = visible(excerpt.match, stringWidth(before));
  const after = visible(excerpt.after, stringWidth(before + match));
  const lead = tailOf(before, match === "" ? MAX_WIDTH : LEAD_WIDTH);
  const shown = headOf(match, MAX_WIDTH - stringWidth(lead));
  const rest = headOf(after, MAX_WIDTH - stringWidth(lead + shown));
  const carets = "^".repeat(Math.max(1, stringWidth(shown)));
  return {
    source: (lead + shown + rest).trimEnd(),
    pointer: match === "" ? "" : " ".repeat(stringWidth(lead)) + carets,
  };
}

function visible(text: string, startColumn: number): string {
  let shown = "";
  let column = startColumn;
  for (const part of text.split(/(\t)/)) {
    const piece =
      part === "\t" ? " ".repeat(TAB_WIDTH - (column % TAB_WIDTH)) : escapeControls(part);
    shown += piece;
    column += stringWidth(piece);
  }
  return shown;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The start of a text in at most `width` columns; a cut is marked. */
function headOf(text: string, width: number): string {
  // A column is rarely more than 8 UTF-16 units; segmenting a megabyte to show a hundred columns would be slow.
  const near = text.slice(0, MAX_WIDTH * 8);
  if (near.length === text.length && stringWidth(text) <= width) return text;
  let shown = "";
  let used = 1;
  for (const { segment } of graphemes.segment(near)) {
    used += stringWidth(segment);
    if (used > width) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown}…`;
}

/** The end of a text in at most `width` columns; a cut is marked. */
function tailOf(text: string, width: number): string {
  const near = text.slice(-MAX_WIDTH * 8);
  if (near.length === text.length && stringWidth(text) <= width) return text;
  const segments = Array.from(graphemes.segment(near), ({ segment }) => segment);
  let shown = "";
  let used = 1;
  for (const segment of segments.toReversed()) {
    used += stringWidth(segment);
    if (used > width) break;
    shown = segment + shown;
  }
  return `…${shown}`;
}
