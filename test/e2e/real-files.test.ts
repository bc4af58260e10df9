import { extname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { agentSession } from "../support/agent-session.ts";
import { chooseCorpus, corpusStyle, type CorpusFile } from "../support/corpus.ts";
import { runValehook } from "../support/hook-driver.ts";
import {
  compareFindings,
  referenceAnswers,
  type ReferenceAnswer,
  type ReferenceFinding,
} from "../support/reference-vale.ts";
import { valePath } from "../support/vale.ts";
import { makeWorkspace, type TestWorkspace } from "../support/workspace.ts";

/** Findings by path; a file without any is not in it. */
type Findings = Readonly<Record<string, readonly ReferenceFinding[]>>;

interface ScanReport {
  readonly incomplete: readonly { readonly path: string }[];
  readonly files: readonly {
    readonly path: string;
    readonly findings: readonly ReferenceFinding[];
  }[];
}

const corpus = chooseCorpus({ files: 320 });

function workspaceOf(files: readonly CorpusFile[], settings = ""): TestWorkspace {
  const contents = files.map(({ path, content }) => [path, content] as const);
  return makeWorkspace({
    files: { ...corpusStyle, ".valehook.toml": settings, ...Object.fromEntries(contents) },
  });
}

async function askValeAlone(
  workspace: TestWorkspace,
  paths: readonly string[],
): Promise<Map<string, ReferenceAnswer>> {
  return referenceAnswers(paths, { root: workspace.root, env: workspace.env, vale: valePath() });
}

/** Vale reads a shell script as plain text; of these only what is said about whole-line comments counts. */
function countsIn(workspace: TestWorkspace, path: string, finding: ReferenceFinding): boolean {
  if (extname(path) !== ".sh") return true;
  const line = workspace.read(path).split("\n")[finding.line - 1] ?? "";
  return line.trimStart().startsWith("#");
}

function expectedFrom(workspace: TestWorkspace, answers: Map<string, ReferenceAnswer>): Findings {
  const entries = [...answers].map(([path, answer]) => {
    if ("failure" in answer) throw new Error(`Vale fails on ${path}: ${answer.failure}`);
    return [path, answer.findings.filter((finding) => countsIn(workspace, path, finding))] as const;
  });
  return Object.fromEntries(entries.filter(([, findings]) => findings.length > 0));
}

async function scanFindings(workspace: TestWorkspace, args: readonly string[]): Promise<Findings> {
  const { root: cwd, env } = workspace;
  const result = await runValehook(["scan", "--format", "json", ...args], { cwd, env });
  expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 1, stderr: "" });
  const report = JSON.parse(result.stdout) as ScanReport;
  expect(report.incomplete).toEqual([]);
  const entries = report.files
    .filter(({ findings }) => findings.length > 0)
    .map(({ path, findings }) => {
      const compared = findings.map((finding) => ({
        line: finding.line,
        column: finding.column,
        endColumn: finding.endColumn,
        severity: finding.severity,
        check: finding.check,
        message: finding.message,
        match: finding.match,
      }));
      return [path, compared.sort(compareFindings)] as const;
    });
  return Object.fromEntries(entries);
}

function countOf(findings: Findings): number {
  return Object.values(findings).reduce((sum, ofFile) => sum + ofFile.length, 0);
}

function kindsOf(findings: Findings): Set<string> {
  return new Set(Object.keys(findings).map((path) => extname(path)));
}

describe("a scan of hundreds of real files", () => {
  const workspace = workspaceOf(corpus);
  let expected: Findings = {};

  beforeAll(async () => {
    const paths = corpus.map(({ path }) => path);
    expected = expectedFrom(workspace, await askValeAlone(workspace, paths));
  });

  test("the corpus gives Vale enough to say, of many kinds", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(countOf(expected)).toBeGreaterThanOrEqual(500);
    expect(kindsOf(expected).size).toBeGreaterThanOrEqual(8);
  });

  test.each([
    ["one Vale at a time", ["--jobs", "1", "--no-cache"]],
    ["several at once", ["--jobs", "4"]],
    ["again, with verdicts remembered", []],
  ])("%s: the findings are those of Vale run on each file alone", async (_, args) => {
    expect(await scanFindings(workspace, args)).toEqual(expected);
  });
});

describe("a session over hundreds of real files", () => {
  test("edits by shell, by payload and by Git give what Vale gives for the changed files", async () => {
    const workspace = workspaceOf(corpus, 'report = "all"\n');
    const session = agentSession(workspace);
    await session.pre();
    const paths = corpus.map(({ path }) => path);
    const written = paths.filter((_, index) => index % 40 === 0);
    const stashed = paths.filter((_, index) => index % 3 === 1 && index % 40 !== 0);
    const moved = paths.filter(
      (_, index) => index % 3 === 2 && index % 9 === 2 && index % 40 !== 0,
    );
    const untouched = new Set(paths.filter((_, index) => index % 10 === 9));
    const others = new Set([...written, ...stashed, ...moved, ...untouched]);
    const byShell = paths.filter((path) => !others.has(path));

    for (const path of byShell) workspace.write(path, `${workspace.read(path)}\n`);
    const told = [(await session.post()).context];

    for (const path of written) {
      const content = `${workspace.read(path)}\nThis will be used.\n`;
      workspace.write(path, content);
      const input = { file_path: workspace.at(path), content };
      told.push((await session.post({ tool: "Write", input })).context);
    }

    const changedByStash = stashed.filter((path) => !untouched.has(path));
    for (const path of changedByStash) workspace.write(path, `\n${workspace.read(path)}`);
    workspace.git("stash", "--quiet");
    workspace.git("stash", "pop", "--quiet");
    const renamed = moved.filter((path) => !untouched.has(path));
    for (const path of renamed) workspace.git("mv", path, path.replace(/([^/]+)$/, "moved-$1"));
    told.push((await session.post()).context);

    const changed = [
      ...byShell,
      ...written,
      ...changedByStash,
      ...renamed.map((path) => path.replace(/([^/]+)$/, "moved-$1")),
    ];
    const expected = expectedFrom(workspace, await askValeAlone(workspace, changed));
    expect(countOf(expected)).toBeGreaterThanOrEqual(500);
    expect(kindsOf(expected).size).toBeGreaterThanOrEqual(8);
    expect(await scanFindings(workspace, ["--session", session.id])).toEqual(expected);

    const position =
      /^(?<path>\S+):(?<line>\d+):(?<column>\d+) (?<severity>\w+) (?<check>[\w.]+): /gm;
    const lines = [...told.join("\n").matchAll(position)];
    expect(lines.length).toBeGreaterThan(0);
    for (const { groups, 0: text } of lines) {
      const ofFile = expected[groups?.["path"] ?? ""] ?? [];
      const same = ofFile.filter(
        ({ line, column, severity, check }) =>
          text === `${groups?.["path"]}:${line}:${column} ${severity} ${check}: `,
      );
      expect(same, text).not.toEqual([]);
    }
    expect((await session.stop()).blocked).toBeDefined();
  });
});
