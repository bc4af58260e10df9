import { lineDigest } from "../base/text-lines.ts";
import type { Finding } from "../vale/finding.ts";
import { findingKey, type BaselineFinding } from "./finding-keys.ts";
import { addedLine, matchLines } from "./match-lines.ts";

/**
 * What is known of a file as it was at the baseline.
 * - `text`: its lines (of `textLines`) and what Vale says about them;
 * - `line-digests`: only the digests of its lines (`lineDigest`), so that only changed lines can be told;
 * - `absent`: it wasn't there, so that every line was added;
 * - `unknown`: nothing is known, so that the whole file counts, and the answer says so.
 */
export type Baseline =
  | {
      readonly kind: "text";
      readonly lines: readonly string[];
      readonly findings: readonly BaselineFinding[];
    }
  | { readonly kind: "line-digests"; readonly digests: readonly string[] }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

/** Findings of a file, parted; both lists keep the order they came in. */
export interface PartedFindings {
  readonly fresh: readonly Finding[];
  readonly older: readonly Finding[];
}

/**
 * Parts a file's findings into those that are new since the baseline and the older ones.
 *
 * A finding is new if its line was added or changed, or if no equal finding of the baseline is left for it. Equal ones
 * are counted, over unchanged lines only: each finding takes the one on the very line it was on, else
 * the first that nobody took.
 *
 * @param lines the current text, as `textLines` gives it
 */
export function newFindings(
  lines: readonly string[],
  findings: readonly Finding[],
  baseline: Baseline,
): PartedFindings {
  if (baseline.kind === "absent" || baseline.kind === "unknown") {
    return { fresh: findings, older: [] };
  }
  if (baseline.kind === "line-digests") {
    const pairs = matchLines(lines.map(lineDigest), baseline.digests);
    return part(findings, (finding) => baselineLine(pairs, finding.line) === addedLine);
  }
  const pairs = matchLines(lines, baseline.lines);
  const old = withEqual(pairs, findings, baseline);
  return part(findings, (finding) => !old.has(finding));
}

/** The findings on unchanged lines for which the baseline has an equal one. */
function withEqual(
  pairs: Int32Array,
  findings: readonly Finding[],
  baseline: Extract<Baseline, { kind: "text" }>,
): Set<Finding> {
  const kept = new Set(pairs);
  const left = new Tally();
  for (const { line, key } of baseline.findings) {
    const at = clamp(line, baseline.lines.length);
    if (kept.has(at)) left.add(key, at);
  }
  const unchanged = findings
    .map((finding) => ({
      finding,
      key: findingKey(finding.check, finding.message, finding.match),
      at: baselineLine(pairs, finding.line),
    }))
    .filter(({ at }) => at !== addedLine);
  const inPlace = unchanged.filter(({ key, at }) => left.takeAt(key, at));
  const taken = new Set(inPlace);
  const elsewhere = unchanged.filter((entry) => !taken.has(entry) && left.take(entry.key));
  return new Set([...inPlace, ...elsewhere].map(({ finding }) => finding));
}

/** How many equal findings there are still to take, by key and line. */
class Tally {
  readonly #byKey = new Map<string, { total: number; readonly at: Map<number, number> }>();

  add(key: string, line: number): void {
    const entry = this.#byKey.get(key) ?? { total: 0, at: new Map<number, number>() };
    entry.total++;
    entry.at.set(line, (entry.at.get(line) ?? 0) + 1);
    this.#byKey.set(key, entry);
  }

  takeAt(key: string, line: number): boolean {
    const entry = this.#byKey.get(key);
    const count = entry?.at.get(line) ?? 0;
    if (!entry || count === 0) return false;
    entry.at.set(line, count - 1);
    entry.total--;
    return true;
  }

  take(key: string): boolean {
    const entry = this.#byKey.get(key);
    if (!entry || entry.total === 0) return false;
    entry.total--;
    return true;
  }
}

function part(
  findings: readonly Finding[],
  isNew: (finding: Finding) => boolean,
): { fresh: Finding[]; older: Finding[] } {
  const fresh: Finding[] = [];
  const older: Finding[] = [];
  for (const finding of findings) (isNew(finding) ? fresh : older).push(finding);
  return { fresh, older };
}

function baselineLine(pairs: Int32Array, line: number): number {
  return pairs[clamp(line, pairs.length)] ?? addedLine;
}

/** 0-based; a line beyond the text, as Vale may give for its very end, is the last one. */
function clamp(line: number, count: number): number {
  return Math.min(Math.max(line, 1), count) - 1;
}
