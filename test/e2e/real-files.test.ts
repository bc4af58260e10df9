import { extname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { agentSession, type EventOptions } from "../support/agent-session.ts";
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

/** Kinds for which Vale starts another program for each file, at many times the cost of the others. */
const costly = ["adoc", "rst"];
const corpus = [
  ...chooseCorpus({ files: 345 }).filter(({ path }) => !costly.includes(extname(path).slice(1))),
  ...chooseCorpus({ files: 12, kinds: costly }),
];

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
  return findingsOf(report);
}

function findingsOf(report: ScanReport): Findings {
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
    ["several at once", ["--jobs", "4"]],
    ["again, with verdicts remembered, one at a time", ["--jobs", "1"]],
  ])("%s: the findings are those of Vale run on each file alone", async (_, args) => {
    expect(await scanFindings(workspace, args)).toEqual(expected);
  });
});

/** Files of which each alone makes Vale fail, in another way each. */
const spoilt = [
  { suffix: "-front.md", content: "---\ntitle: [\n---\n\nfoobad\n" },
  { suffix: "-latin1.md", content: Buffer.from("caf\xe9 foobad\n", "latin1") },
  { suffix: "-crash.md", content: "foobad\n" },
];

/** The real Vale, but for files whose name says that it crashes on them. */
function crashingVale(workspace: TestWorkspace): string {
  const script = [
    "#!/bin/sh",
    'for each in "$@"; do',
    '  case "$each" in *-crash.md) echo "panic: runtime error" >&2; exit 2 ;; esac',
    "done",
    `exec '${valePath()}' "$@"`,
  ];
  workspace.write("../home/vale", `${script.join("\n")}\n`);
  workspace.shell("chmod 755 ../home/vale");
  return workspace.at("../home/vale");
}

describe("a scan of real files of which each fifth makes Vale fail", () => {
  const good = corpus.filter(({ path }) => !costly.includes(extname(path).slice(1))).slice(0, 160);
  const bad = Array.from({ length: 40 }, (_, index) => {
    const { suffix, content } = spoilt[index % spoilt.length] ?? { suffix: "", content: "" };
    return { path: `${good[index * 4]?.path ?? ""}${suffix}`, content };
  });
  const workspace = workspaceOf(good);
  let expected: Findings = {};

  beforeAll(async () => {
    const paths = good.map(({ path }) => path);
    expected = expectedFrom(workspace, await askValeAlone(workspace, paths));
    for (const { path, content } of bad) workspace.write(path, content);
  });

  test.each([
    ["several at once", ["--jobs", "4"]],
    ["again, with verdicts remembered, one at a time", ["--jobs", "1"]],
  ])("%s: the others' findings are Vale's, and each bad one is named", async (_, args) => {
    const { root: cwd } = workspace;
    const env = { ...workspace.env, VALEHOOK_VALE: crashingVale(workspace) };
    const result = await runValehook(["scan", "--format", "json", ...args], { cwd, env });
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 2, stderr: "" });
    const report = JSON.parse(result.stdout) as ScanReport;
    const names = report.incomplete.map(({ path }) => path).sort();
    expect(names).toEqual(bad.map(({ path }) => path).sort());
    expect(findingsOf(report)).toEqual(expected);
  });
});

/** How a session changes the files of a workspace; each way gets files of every kind. */
interface Plan {
  readonly byShell: readonly string[];
  readonly byPayload: readonly string[];
  readonly byStash: readonly string[];
  readonly byRename: readonly string[];
  readonly byPatch: readonly string[];
  readonly byCommit: readonly string[];
  readonly putBack: readonly string[];
}

function planFor(paths: readonly string[]): Plan {
  const every = (remainder: number) => paths.filter((_, index) => index % 23 === remainder);
  return {
    byShell: every(0),
    byPayload: every(1).slice(-3),
    byStash: every(2),
    byRename: every(3),
    byPatch: every(4),
    byCommit: every(5),
    putBack: every(6),
  };
}

function renamed(path: string): string {
  return path.replace(/([^/]+)$/, "moved-$1");
}

/** Adds an empty line to the end of files, by one shell command. */
function appendByShell(workspace: TestWorkspace, paths: readonly string[]): void {
  workspace.write("../home/list", paths.map((path) => `${path}\n`).join(""));
  workspace.shell(`while IFS= read -r path; do printf '\\n' >> "$path"; done < ../home/list`);
}

/** The patch that would put an empty line before the first line of files, which stay as they are. */
function makePatch(workspace: TestWorkspace, paths: readonly string[]): string {
  for (const path of paths) workspace.write(path, `\n${workspace.read(path)}`);
  workspace.shell("git diff --binary > ../home/edit.patch");
  workspace.git("checkout", "--quiet", "--", ...paths);
  return "../home/edit.patch";
}

describe("a session over hundreds of real files", () => {
  test("edits by shell, by payload and by Git give what Vale gives for the changed files", async () => {
    const workspace = workspaceOf(corpus, 'report = "all"\n');
    const plan = planFor(corpus.map(({ path }) => path));
    const patch = makePatch(workspace, plan.byPatch);
    const session = agentSession(workspace);
    await session.pre();
    const told: (string | undefined)[] = [];
    const tell = async (options?: EventOptions) => told.push((await session.post(options)).context);

    appendByShell(workspace, plan.byShell);
    await tell();

    for (const path of plan.byPayload) {
      const content = `${workspace.read(path)}\nThis will be used.\n`;
      workspace.write(path, content);
      await tell({ tool: "Write", input: { file_path: workspace.at(path), content } });
    }

    appendByShell(workspace, plan.byStash);
    workspace.git("stash", "--quiet");
    workspace.git("stash", "pop", "--quiet");
    for (const path of plan.byRename) workspace.git("mv", path, renamed(path));
    await tell();

    workspace.git("apply", "--whitespace=nowarn", patch);
    appendByShell(workspace, plan.putBack);
    await tell();

    appendByShell(workspace, plan.byCommit);
    workspace.git("commit", "--quiet", "--message", "Edit some pages", "--", ...plan.byCommit);
    workspace.git("checkout", "--quiet", "--", ...plan.putBack);
    await tell();

    const { byShell, byPayload, byStash, byRename, byPatch, byCommit } = plan;
    const changed = [byShell, byPayload, byStash, byRename.map(renamed), byPatch, byCommit].flat();
    const expected = expectedFrom(workspace, await askValeAlone(workspace, changed));
    expect(countOf(expected)).toBeGreaterThanOrEqual(500);
    expect(kindsOf(expected).size).toBeGreaterThanOrEqual(8);
    expect(await scanFindings(workspace, ["--session", session.id])).toEqual(expected);

    expectAllTrue(told.join("\n"), expected, new Set(plan.putBack));
    expect((await session.stop()).blocked).toBeDefined();
  });
});

/** Each line that the agent was told is one of the expected findings, but for files that were put back afterwards. */
function expectAllTrue(told: string, expected: Findings, putBack: ReadonlySet<string>): void {
  const position =
    /^(?<path>\S+):(?<line>\d+):(?<column>\d+) (?<severity>\w+) (?<check>[\w.]+): /gm;
  const lines = [...told.matchAll(position)];
  expect(lines.length).toBeGreaterThan(0);
  for (const { groups, 0: text } of lines) {
    const path = groups?.["path"] ?? "";
    if (putBack.has(path)) continue;
    const ofFile = expected[path] ?? [];
    const same = ofFile.filter(
      ({ line, column, severity, check }) =>
        text === `${path}:${line}:${column} ${severity} ${check}: `,
    );
    expect(same, text).not.toEqual([]);
  }
}
