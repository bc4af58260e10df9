import { diffArrays } from "diff";

/**
 * Added plus removed lines up to which the shortest edit script is looked for; its cost grows with their
 * square. Beyond it lines are paired in order, which finds as many equal lines but may choose others of
 * several equal ones.
 */
const MAX_EDITS = 500;

/** Marks a line of the current text that the baseline doesn't have. */
export const addedLine = -1;

/**
 * Pairs each line of the current text with the line of the baseline that it is.
 *
 * Lines that kept their order are found by a line diff. A line that was moved, that is, an added line that equals a
 * removed one, is paired too, each removed line once. What is left was added or changed. Takes lines or their
 * digests, as long as both sides are the same. Deterministic, and bounded for texts that share nothing.
 *
 * @returns for each current line the 0-based baseline line, or {@link addedLine}
 */
export function matchLines(current: readonly string[], baseline: readonly string[]): Int32Array {
  const pairs = new Int32Array(current.length).fill(addedLine);
  const shorter = Math.min(current.length, baseline.length);
  let head = 0;
  while (head < shorter && current[head] === baseline[head]) head++;
  let tail = 0;
  while (tail < shorter - head && current.at(-1 - tail) === baseline.at(-1 - tail)) tail++;
  for (let line = 0; line < head; line++) pairs[line] = line;
  for (let back = 1; back <= tail; back++) pairs[current.length - back] = baseline.length - back;

  const { left, right } = sharedLines(
    numbered(current, head, current.length - tail),
    numbered(baseline, head, baseline.length - tail),
  );
  pairInOrder(pairs, left, right);
  pairMoved(pairs, left, right);
  return pairs;
}

interface NumberedLine {
  readonly at: number;
  readonly text: string;
}

function numbered(lines: readonly string[], from: number, to: number): NumberedLine[] {
  return lines.slice(from, to).map((text, index) => ({ at: from + index, text }));
}

/** Only the lines that the other side has too: the others can't be part of any common order. */
function sharedLines(current: readonly NumberedLine[], baseline: readonly NumberedLine[]) {
  const inCurrent = new Set(current.map(({ text }) => text));
  const inBaseline = new Set(baseline.map(({ text }) => text));
  return {
    left: current.filter(({ text }) => inBaseline.has(text)),
    right: baseline.filter(({ text }) => inCurrent.has(text)),
  };
}

function pairInOrder(
  pairs: Int32Array,
  left: readonly NumberedLine[],
  right: readonly NumberedLine[],
): void {
  const edits = diffArrays(
    right.map(({ text }) => text),
    left.map(({ text }) => text),
    { maxEditLength: MAX_EDITS },
  );
  let leftAt = 0;
  let rightAt = 0;
  for (const { added, removed, count } of edits ?? []) {
    if (added) leftAt += count;
    else if (removed) rightAt += count;
    else {
      for (let step = 0; step < count; step++) {
        const line = left[leftAt++];
        const was = right[rightAt++];
        if (line && was) pairs[line.at] = was.at;
      }
    }
  }
}

function pairMoved(
  pairs: Int32Array,
  left: readonly NumberedLine[],
  right: readonly NumberedLine[],
): void {
  const taken = new Set(left.map(({ at }) => pairs[at]));
  const removed = new Map<string, number[]>();
  for (const { at, text } of right) {
    if (taken.has(at)) continue;
    const places = removed.get(text);
    if (places) places.push(at);
    else removed.set(text, [at]);
  }
  for (const places of removed.values()) places.reverse();
  for (const { at, text } of left) {
    if (pairs[at] !== addedLine) continue;
    pairs[at] = removed.get(text)?.pop() ?? addedLine;
  }
}
