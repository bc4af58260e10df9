import { describe, expect, test } from "vitest";
import { checkText } from "../../../src/vale/check-text.ts";
import { checkFiles } from "../../../src/vale/check-files.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { chooseCorpus, corpusStyle } from "../../support/corpus.ts";
import { checkRequest } from "../../support/vale-check.ts";
import { valeVersions } from "../../support/vale-versions.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

function check(workspace: TestWorkspace, vale: string, path: string, text: string | Buffer) {
  const config = { file: workspace.at(".vale.ini"), folder: workspace.root };
  return checkText({
    ...checkRequest(workspace, [], { vale: { path: vale } }),
    config,
    path: path as RelPath,
    text: Buffer.from(text),
  });
}

describe.each(valeVersions())("with Vale $version", ({ path: vale }) => {
  const workspace = makeWorkspace({
    kind: "plain",
    files: {
      ...foobadStyle(),
      ".vale.ini": "StylesPath = styles\n[docs/*.{md,sh}]\nBasedOnStyles = T\n",
      "docs/a.md": "foobad on disk foobad\n",
    },
  });

  test("a text is read as the file it stands for, which need not exist", async () => {
    expect(await check(workspace, vale, "docs/new.md", "see `foobad`, no foobad\n")).toMatchObject({
      ok: true,
      value: [{ path: "docs/new.md", line: 1, column: 18, endColumn: 24, check: "T.Foo" }],
    });
    expect(await check(workspace, vale, "new.md", "foobad\n")).toEqual({ ok: true, value: [] });
    expect(await check(workspace, vale, "docs/NEW.MD", "\uFEFFfoobad\n")).toMatchObject({
      ok: true,
      value: [{ path: "docs/NEW.MD", column: 1 }],
    });
  });

  test("a text that is the name of a file is a text", async () => {
    expect(await check(workspace, vale, "docs/new.md", "docs/a.md")).toEqual({
      ok: true,
      value: [],
    });
    expect(await check(workspace, vale, "docs/new.md", "")).toEqual({ ok: true, value: [] });
  });

  test("only comments of a shell script count", async () => {
    expect(await check(workspace, vale, "docs/x.sh", "foobad # foobad\n")).toMatchObject({
      ok: true,
      value: [{ column: 10 }],
    });
  });

  test.each([
    ["docs/x.md", "caf\xe9", "not-utf8"],
    ["docs/x.md", "---\na: [\n---\n", "bad-front-matter"],
    ["docs/x.md", "a\0", "binary"],
  ])("%s with %j is told as %s", async (path, text, code) => {
    const bytes = Buffer.from(text, "latin1");
    expect(await check(workspace, vale, path, bytes)).toMatchObject({
      ok: false,
      problem: { code },
    });
  });

  test("a broken configuration is told as such", async () => {
    const broken = makeWorkspace({
      kind: "plain",
      files: { ".vale.ini": "StylesPath = styles\n[*]\nBasedOnStyles = Nope\n", "styles/x": "" },
    });
    expect(await check(broken, vale, "a.md", "x\n")).toMatchObject({
      ok: false,
      problem: { code: "vale-config-broken" },
    });
  });
});

function key(finding: { check: string; message: string; match: string }): string {
  return [finding.check, finding.message, finding.match].join("|");
}

test("Vale says the same checks, messages and matches of a text as of the file with that text", async () => {
  const [newest] = valeVersions();
  const corpus = chooseCorpus({ files: 60 });
  const workspace = makeWorkspace({
    kind: "plain",
    files: {
      ...corpusStyle,
      ...Object.fromEntries(corpus.map((file) => [file.path, file.content])),
    },
  });
  const paths = corpus.map((file) => file.path);
  const outcomes = await checkFiles(checkRequest(workspace, paths));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== "checked") continue;
    const text = corpus[index]?.content ?? Buffer.alloc(0);
    const asText = await check(workspace, newest?.path ?? "", outcome.path, text);
    expect({ path: outcome.path, said: asText.ok && asText.value.map(key).sort() }).toEqual({
      path: outcome.path,
      said: outcome.findings.map(key).sort(),
    });
  }
});
