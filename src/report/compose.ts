import { fitLines, lineBytes, type FitLine } from "./fit.ts";

/** Lines of an answer around the findings that share its room. */
export interface AnswerParts {
  readonly head: readonly string[];
  readonly findings: readonly FitLine[];
  /** Right after the findings; knows what was left out. */
  readonly tail: (shown: number, omitted: number) => readonly string[];
  readonly after: readonly string[];
}

/**
 * An answer of at most `maxBytes` UTF-8 bytes: head, as many whole finding lines as fit, tail, the rest.
 * Room for everything but the findings is set aside first, so that the totals are never what is left out.
 */
export function composeAnswer(parts: AnswerParts, maxBytes: number): string {
  const { head, findings, tail, after } = parts;
  const whole = [
    ...head,
    ...findings.map(({ text }) => text),
    ...tail(findings.length, 0),
    ...after,
  ];
  if (bytesOf(whole) <= maxBytes) return whole.join("\n");
  const widest = tail(findings.length, findings.length);
  const room = maxBytes - bytesOf([...head, ...widest, ...after]);
  const { shown, omitted } = fitLines(findings, room);
  return [...head, ...shown.map(({ text }) => text), ...after, ...tail(shown.length, omitted)].join(
    "\n",
  );
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + lineBytes(line), 0);
}
