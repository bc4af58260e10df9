import type { Severity } from "../vale/finding.ts";
import { groupBy } from "../base/group-by.ts";

/** One finding as a line that is to be shown. */
export interface FitLine {
  /** Without a newline. */
  readonly text: string;
  readonly file: string;
  readonly rule: string;
  readonly severity: Severity;
}

/** What fits; `shown.length + omitted` is the number of lines that there were. */
export interface Fitted {
  /** In the order they came in. */
  readonly shown: readonly FitLine[];
  readonly omitted: number;
}

/** Bytes that a line of text costs, its newline counted. */
export function lineBytes(text: string): number {
  return Buffer.byteLength(text) + 1;
}

/**
 * Chooses whole lines that together take at most `maxBytes` of UTF-8, newlines counted.
 *
 * Fair shares: a line whose file or rule isn't shown yet goes before one that repeats both, and then each file
 * gets one more in turn; within that the most severe goes first, and of equals the earlier. A line that is too
 * long for the room left is passed over for a shorter one.
 */
export function fitLines(lines: readonly FitLine[], maxBytes: number): Fitted {
  const picker = new Picker(maxBytes);
  const ranked = bySeverity(lines);
  for (const line of ranked) {
    if (!picker.hasFile(line) && !picker.hasRule(line)) picker.take(line);
  }
  for (const line of ranked) {
    if (!picker.hasFile(line) || !picker.hasRule(line)) picker.take(line);
  }
  for (const line of inTurns(ranked.filter((one) => !picker.has(one)))) picker.take(line);
  const shown = lines.filter((line) => picker.has(line));
  return { shown, omitted: lines.length - shown.length };
}

class Picker {
  readonly #taken = new Set<FitLine>();
  readonly #files = new Set<string>();
  readonly #rules = new Set<string>();
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  has(line: FitLine): boolean {
    return this.#taken.has(line);
  }

  hasFile(line: FitLine): boolean {
    return this.#files.has(line.file);
  }

  hasRule(line: FitLine): boolean {
    return this.#rules.has(line.rule);
  }

  take(line: FitLine): void {
    // No UTF-8 text is shorter than its UTF-16 length: most lines are turned away without encoding them.
    if (line.text.length >= this.#left || this.#taken.has(line)) return;
    const bytes = lineBytes(line.text);
    if (bytes > this.#left) return;
    this.#left -= bytes;
    this.#taken.add(line);
    this.#files.add(line.file);
    this.#rules.add(line.rule);
  }
}

function bySeverity(lines: readonly FitLine[]): FitLine[] {
  const of = (severity: Severity) => lines.filter((line) => line.severity === severity);
  return [...of("error"), ...of("warning"), ...of("suggestion")];
}

/** One line of each file, then a second one of each, and so on. */
function* inTurns(lines: readonly FitLine[]): Generator<FitLine> {
  const queues = [...groupBy(lines, (line) => line.file).values()];
  const rounds = queues.reduce((most, queue) => Math.max(most, queue.length), 0);
  for (let round = 0; round < rounds; round++) {
    for (const queue of queues) {
      const line = queue[round];
      if (line) yield line;
    }
  }
}
