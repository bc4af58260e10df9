import type { Deadline } from "../base/deadline.ts";
import { textDigest } from "../base/digest.ts";
import { diskPath } from "../base/rel-path.ts";
import { lineDigest, textLines } from "../base/text-lines.ts";
import { baselineFindings, type BaselineFinding } from "../report/finding-keys.ts";
import { newFindings } from "../report/new-findings.ts";
import type { ConfigFinder } from "../scope/vale-config.ts";
import { checkText } from "../vale/check-text.ts";
import { readFileText } from "../vale/file-io.ts";
import type { Finding } from "../vale/finding.ts";
import type { Checked } from "../vale/outcome.ts";
import type { ValeProgram } from "../vale/vale-program.ts";
import type { BaselineSource, FileBaseline } from "./baseline-source.ts";
import { makeChecksOf } from "./checks-of.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** The findings of one file, parted by whether the session (or the change since a ref) brought them. */
export interface JudgedFile {
  readonly outcome: Checked;
  readonly fresh: readonly Finding[];
  readonly older: readonly Finding[];
  /** False where no baseline is known, so that everything counts as new. */
  readonly compared: boolean;
  /** The text's lines, as `textLines` gives them; empty where there is no finding. */
  readonly lines: readonly string[];
}

/** Vale's answers for baseline texts, remembered between runs. */
export interface BaselineAnswers {
  get(key: string): Promise<readonly BaselineFinding[] | undefined>;
  set(key: string, findings: readonly BaselineFinding[]): void;
}

export interface JudgeOptions {
  readonly vale: ValeProgram;
  readonly configFor: ConfigFinder;
  readonly baselineOf: BaselineSource;
  readonly deadline: Deadline;
  readonly answers: BaselineAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Makes the judge of one workspace's files; its configurations are read once. */
export function makeJudge(
  open: OpenWorkspace,
  options: JudgeOptions,
): (outcome: Checked) => Promise<JudgedFile> {
  const checksOf = makeChecksOf(open, options.vale);
  const { baselineOf } = options;

  /** Vale's answer for a baseline text; nothing where it can't be had, so that the comparison must be given up. */
  const answerFor = async (
    outcome: Checked,
    baseline: Extract<FileBaseline, { kind: "text" }>,
  ): Promise<readonly BaselineFinding[] | undefined> => {
    const config = options.configFor(outcome.path);
    if (!config.ok || config.value === undefined) return undefined;
    const checks = checksOf(config.value);
    const key =
      checks === undefined ? undefined : textDigest(outcome.path, baseline.digest, checks);
    const known = key === undefined ? undefined : await options.answers?.get(key);
    if (known !== undefined) return known;
    const answer = await checkText({
      vale: options.vale,
      useGlobalConfig: open.settings.useGlobalConfig,
      deadline: options.deadline,
      signal: options.signal,
      root: open.workspace.root,
      config: config.value,
      path: outcome.path,
      text: baseline.bytes,
      maxFileBytes: open.settings.maxFileBytes,
    });
    if (!answer.ok) return undefined;
    const findings = baselineFindings(answer.value);
    if (key !== undefined) options.answers?.set(key, findings);
    return findings;
  };

  return async (outcome) => {
    const { findings, path } = outcome;
    if (findings.length === 0) {
      return { outcome, fresh: [], older: [], compared: true, lines: [] };
    }
    const text = readFileText(diskPath(open.workspace.root, path));
    // Gone since Vale read it: what was found is told as it is, and the next look finds the file changed.
    if (text === undefined)
      return { outcome, fresh: findings, older: [], compared: false, lines: [] };
    const lines = textLines(text);
    const known = await baselineOf(path);
    if (known.kind === "unknown" || known.kind === "absent") {
      const compared = known.kind === "absent";
      return { outcome, fresh: findings, older: [], compared, lines };
    }
    if (known.kind === "line-digests") {
      return { outcome, ...newFindings(lines, findings, known), compared: true, lines };
    }
    const before = textLines(known.bytes.toString("utf8"));
    const byLine = newFindings(lines, findings, {
      kind: "line-digests",
      digests: before.map(lineDigest),
    });
    if (byLine.older.length === 0) return { outcome, ...byLine, compared: true, lines };
    const answer = await answerFor(outcome, known);
    if (answer === undefined) {
      return { outcome, fresh: findings, older: [], compared: false, lines };
    }
    const parted = newFindings(lines, findings, { kind: "text", lines: before, findings: answer });
    return { outcome, ...parted, compared: true, lines };
  };
}
