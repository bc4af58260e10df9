import { escapeName } from "../report/escape.ts";
import type { SessionSummary } from "../state/list-sessions.ts";
import { ageText } from "./age-text.ts";

/** Digits of a session's name that are shown; more where two would look the same. */
const NAME_DIGITS = 8;

const heading = ["session", "last event", "baseline", "changed", "pending", "last verdict"];

/**
 * A workspace's sessions for a person, the latest first.
 *
 * @param nowMs epoch milliseconds
 */
export function statusLines(
  root: string,
  sessions: readonly SessionSummary[],
  nowMs: number,
): readonly string[] {
  if (sessions.length === 0) {
    return [
      `No session has state in ${escapeName(root)}.`,
      "One begins with a coding agent's first tool call here, once the hooks are installed (valehook install).",
    ];
  }
  const digits = distinctDigits(sessions.map(({ name }) => name));
  const rows = sessions.map((session) => sessionRow(session, digits, nowMs));
  return [
    `Sessions in ${escapeName(root)}, the latest first:`,
    "",
    ...table([heading, ...rows]),
    ...observedLines(sessions),
    "",
    `valehook scan --session ${sessions[0]?.name.slice(0, digits) ?? ""} checks what a session changed.`,
  ];
}

/** Where observe mode kept findings: how many, and how to read them. */
function observedLines(sessions: readonly SessionSummary[]): readonly string[] {
  const count = sessions.reduce((sum, { known }) => sum + (known?.observed.length ?? 0), 0);
  if (count === 0) return [];
  const findings = count === 1 ? "1 finding was" : `${count} findings were`;
  return ["", `${findings} observed and not told to an agent; valehook status --json lists them.`];
}

/** {@link statusLines} as a value for `--json`; times in ISO 8601. */
export function statusJson(root: string, folder: string, sessions: readonly SessionSummary[]) {
  return {
    schema: 1,
    root,
    stateFolder: folder,
    sessions: sessions.map(({ name, lastWriteMs, known }) => ({
      name,
      lastEventAt: new Date(lastWriteMs).toISOString(),
      usable: known !== undefined,
      ...(known === undefined
        ? {}
        : {
            baselineAt: new Date(known.startedAtMs).toISOString(),
            changed: known.changed,
            pending: known.pending,
            verdict: known.verdict,
            observed: known.observed,
          }),
    })),
  };
}

function sessionRow(
  { name, lastWriteMs, known }: SessionSummary,
  digits: number,
  nowMs: number,
): readonly string[] {
  const start = [name.slice(0, digits), ageText(nowMs - lastWriteMs)];
  if (known === undefined) {
    return [...start, "-", "-", "-", "can't be read; its next event sets it aside"];
  }
  const { startedAtMs, changed, pending, verdict } = known;
  return [...start, ageText(nowMs - startedAtMs), String(changed), String(pending), verdict];
}

/** The fewest digits, 8 or more, that tell all names apart. */
function distinctDigits(names: readonly string[]): number {
  let digits = NAME_DIGITS;
  const isDistinct = (): boolean =>
    new Set(names.map((name) => name.slice(0, digits))).size === names.length;
  while (!isDistinct()) digits += 1;
  return digits;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = heading.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
