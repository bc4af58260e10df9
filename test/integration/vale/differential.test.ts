import { expect, test } from "vitest";
import { compareFindings as compareReference } from "../../support/reference-vale.ts";
import { chooseCorpus, corpusStyle } from "../../support/corpus.ts";
import { referenceAnswers, type ReferenceAnswer } from "../../support/reference-vale.ts";
import { valePath } from "../../support/vale.ts";
import { valeVersions } from "../../support/vale-versions.ts";
import { checkRequest } from "../../support/vale-check.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { checkFiles } from "../../../src/vale/check-files.ts";
import type { CheckRequest } from "../../../src/vale/check-request.ts";
import type { Finding } from "../../../src/vale/finding.ts";
import type { Outcome } from "../../../src/vale/outcome.ts";

/** Hundreds of starts of Vale and its parsers: only a test that hangs takes this long. */
const HANGING_MS = 900_000;

/** What Vale can't read, in turn: each makes it fail in its own way. */
const spoilt = [
  { suffix: ".md", content: "---\na: [\n---\n", code: "bad-front-matter" },
  { suffix: ".md", content: Buffer.from("caf\xe9 ol\xe9\n", "latin1"), code: "not-utf8" },
  { suffix: ".txt", content: Buffer.from("\uFEFFwide", "utf16le"), code: "binary" },
] as const;

function comparable(findings: readonly Finding[]) {
  return findings
    .map(({ line, column, endColumn, severity, check, message, match }) => ({
      line,
      column,
      endColumn,
      severity,
      check,
      message,
      match,
    }))
    .sort(compareReference);
}

interface Corpus {
  readonly workspace: TestWorkspace;
  readonly paths: readonly string[];
  readonly reference: ReadonlyMap<string, ReferenceAnswer>;
}

/** Shell scripts are left out: there the answer differs from Vale's on purpose. */
async function corpusFor(vale: string, files: number): Promise<Corpus> {
  const chosen = chooseCorpus({ files }).filter(({ path }) => !path.endsWith(".sh"));
  const workspace = makeWorkspace({
    kind: "plain",
    files: {
      ...corpusStyle,
      ...Object.fromEntries(chosen.map((file) => [file.path, file.content])),
    },
  });
  const paths = chosen.map(({ path }) => path);
  const reference = await referenceAnswers(paths, {
    root: workspace.root,
    env: workspace.env,
    vale,
  });
  return { workspace, paths, reference };
}

async function expectSame(corpus: Corpus, over: Partial<CheckRequest>): Promise<Outcome[]> {
  const { workspace, paths, reference } = corpus;
  const deadline = deadlineIn(HANGING_MS);
  const outcomes = await checkFiles(checkRequest(workspace, paths, { deadline, ...over }));
  for (const outcome of outcomes) {
    const answer = reference.get(outcome.path);
    if (answer === undefined) continue;
    const expected = "failure" in answer ? { problem: expect.anything() } : answer.findings;
    const told =
      outcome.kind === "checked" ? comparable(outcome.findings) : { problem: outcome.problem };
    expect({ path: outcome.path, told }).toEqual({ path: outcome.path, told: expected });
  }
  return outcomes;
}

test(
  "batches say of real files exactly what Vale says of each alone, whatever their size",
  async () => {
    const corpus = await corpusFor(valePath(), 210);
    const total = [...corpus.reference.values()].reduce(
      (sum, answer) => sum + ("findings" in answer ? answer.findings.length : 0),
      0,
    );
    expect(total).toBeGreaterThan(500);
    for (const bounds of [{ jobs: 1 }, { jobs: 4 }, { jobs: 2, batchFiles: 7 }]) {
      await expectSame(corpus, bounds);
    }
  },
  HANGING_MS,
);

test.each(valeVersions())(
  "Vale $version: the same when each fifth file makes Vale fail",
  async ({ path }) => {
    const corpus = await corpusFor(path, 80);
    const bad = corpus.paths
      .filter((_, index) => index % 4 === 0)
      .map((name, index) => {
        const { suffix, content, code } = spoilt[index % spoilt.length] ?? spoilt[0];
        return { path: `${name}-bad${suffix}`, content, code };
      });
    for (const file of bad) corpus.workspace.write(file.path, file.content);
    const paths = [...corpus.paths, ...bad.map((file) => file.path)].sort();
    const outcomes = await expectSame({ ...corpus, paths }, { vale: { path } });
    const told = new Map(outcomes.map((outcome) => [outcome.path as string, outcome]));
    for (const file of bad) {
      expect(told.get(file.path)).toMatchObject({
        kind: "unchecked",
        problem: { code: file.code },
      });
    }
  },
  HANGING_MS,
);
