import pc from "picocolors";

import { escapeText } from "../../report/escape.ts";
import { count } from "../../report/phrases.ts";
import { healthOf, type Diagnosis, type Health } from "./diagnosis.ts";

/** Where the examination took place. */
export interface DoctorHead {
  readonly version: string;
  readonly root: string;
  readonly system: {
    readonly platform: NodeJS.Platform;
    readonly release: string;
    readonly arch: string;
    /** Node's version. */
    readonly node: string;
  };
  /** The valehook that ran. */
  readonly program: string;
}

/** Longest detail or mend in one line. */
const MAX_TEXT = 600;

/** The diagnoses for a person: one line each, what to do below it. */
export function doctorLines(
  head: DoctorHead,
  diagnoses: readonly Diagnosis[],
  color: boolean,
): readonly string[] {
  const colors = pc.createColors(color);
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red };
  const width = Math.max(...diagnoses.map(({ name }) => name.length));
  const rows = diagnoses.flatMap(({ name, status, detail, mend }) => {
    const line = `${paint[status](status.padEnd(4))}  ${name.padEnd(width)}  ${escapeText(detail, MAX_TEXT)}`;
    const next = `${" ".repeat(6 + width + 2)}→ ${escapeText(mend, MAX_TEXT)}`;
    return mend === "" ? [line] : [line, next];
  });
  return [...headLines(head), "", ...rows, "", summary(diagnoses)];
}

function headLines({ version, root, system, program }: DoctorHead): readonly string[] {
  const { platform, release, arch, node } = system;
  return [
    `valehook ${version} in ${escapeText(root)}`,
    `${platform} ${release} ${arch}, Node ${node}, ${escapeText(program)}`,
  ];
}

/** The diagnoses for `--json`. */
export function doctorJson(head: DoctorHead, diagnoses: readonly Diagnosis[]) {
  return { schema: 1, status: healthOf(diagnoses), ...head, checks: diagnoses };
}

function summary(diagnoses: readonly Diagnosis[]): string {
  const number = (status: Health): number =>
    diagnoses.filter((one) => one.status === status).length;
  const parts = [
    number("fail") > 0 ? `${count(number("fail"), "fault")} to mend` : "",
    number("warn") > 0 ? count(number("warn"), "warning") : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "All is well." : `${parts.join(", ")}.`;
}
