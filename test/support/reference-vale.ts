import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** One alert in the terms of `scan --format json`, as Vale's own answer for that file alone has it. */
export interface ReferenceFinding {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly severity: string;
  readonly check: string;
  readonly message: string;
  readonly match: string;
}

/** What Vale says about one file: its alerts in order, or its words on why there are none. */
export type ReferenceAnswer =
  | { readonly findings: readonly ReferenceFinding[] }
  | { readonly failure: string };

interface ValeAlert {
  readonly Line: number;
  readonly Span: readonly [number, number];
  readonly Severity: string;
  readonly Check: string;
  readonly Message: string;
  readonly Match: string;
}

interface ReferenceOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The program. */
  readonly vale: string;
}

function hasByteOrderMark(file: string): boolean {
  return readFileSync(file)
    .subarray(0, 3)
    .equals(Buffer.from([0xef, 0xbb, 0xbf]));
}

/** By position, then check, then words: an order that both sides can be put in. */
export function compareFindings(a: ReferenceFinding, b: ReferenceFinding): number {
  const text = (finding: ReferenceFinding) =>
    `${finding.check} ${finding.message} ${finding.match}`;
  return (
    a.line - b.line ||
    a.column - b.column ||
    a.endColumn - b.endColumn ||
    (text(a) < text(b) ? -1 : Number(text(a) > text(b)))
  );
}

function readAnswer(stdout: string, stderr: string, file: string): ReferenceAnswer {
  if (stdout.trim() === "") return { failure: stderr.trim() };
  const answer = JSON.parse(stdout) as Record<string, ValeAlert[]>;
  const mark = hasByteOrderMark(file) ? 1 : 0;
  const findings = Object.values(answer)
    .flat()
    .map((alert) => {
      const shift = alert.Line === 1 ? mark : 0;
      return {
        line: alert.Line,
        column: alert.Span[0] - shift,
        endColumn: alert.Span[1] + 1 - shift,
        severity: alert.Severity,
        check: alert.Check,
        message: alert.Message,
        match: alert.Match,
      };
    });
  return { findings: findings.sort(compareFindings) };
}

async function askVale(
  path: string,
  { root, env, vale }: ReferenceOptions,
): Promise<ReferenceAnswer> {
  const args = ["--no-global", "--output=JSON", "--", `./${path}`];
  return new Promise((resolve) => {
    const options = { cwd: root, env, maxBuffer: 1 << 30 };
    const child = execFile(vale, args, options, (_, stdout, stderr) => {
      resolve(readAnswer(stdout, stderr, join(root, path)));
    });
    child.stdin?.end();
  });
}

/**
 * Runs Vale by hand on each file alone, from the root, whose configuration applies to all of them.
 * Nothing of valehook is used here: this is what its answers are compared with.
 */
export async function referenceAnswers(
  paths: readonly string[],
  options: ReferenceOptions,
): Promise<Map<string, ReferenceAnswer>> {
  const answers = new Map<string, ReferenceAnswer>();
  const waiting = [...paths];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      answers.set(path, await askVale(path, options));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return answers;
}
