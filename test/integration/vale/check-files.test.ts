import { describe, expect, test } from "vitest";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { relPathFromBytes, type RelPath } from "../../../src/base/rel-path.ts";
import { failure, success } from "../../../src/base/result.ts";
import { checkFiles } from "../../../src/vale/check-files.ts";
import { checkRequest, verdicts, verdictText } from "../../support/vale-check.ts";
import { valeVersions } from "../../support/vale-versions.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

/** T.Foo on Markdown, plain text, sources; T.Doc on `docbad`, only in docs/*.md. */
const style = {
  ...foobadStyle(),
  ".vale.ini": [
    "StylesPath = styles",
    "MinAlertLevel = suggestion",
    "[*.{md,txt,rst,adoc,mdx,sh,py,html}]",
    "BasedOnStyles = T",
    "T.Doc = NO",
    "[docs/*.md]",
    "T.Doc = YES",
    "",
  ].join("\n"),
  "styles/T/Doc.yml": "extends: existence\nmessage: m\nlevel: error\ntokens:\n  - docbad\n",
};

function workspaceWith(files: Readonly<Record<string, string | Uint8Array>>): TestWorkspace {
  return makeWorkspace({ kind: "plain", files: { ...style, ...files } });
}

describe.each(valeVersions())("with Vale $version", ({ path }) => {
  const over = { vale: { path } };

  test("files that make Vale fail cost the others of their batch nothing", async () => {
    const workspace = workspaceWith({
      "a.md": "foobad\n",
      "latin.md": Buffer.from("caf\xe9 foobad\n", "latin1"),
      "wide.md": Buffer.from("\uFEFFfoobad", "utf16le"),
      "nul.md": "foobad\0\n",
      "matter.md": "---\na: [\n---\nfoobad\n",
      "page.adoc": "foobad\n",
      "z.txt": "a foobad\n",
    });
    const env = { ...workspace.env, PATH: "/nowhere" };
    const paths = [
      "a.md",
      "latin.md",
      "wide.md",
      "nul.md",
      "matter.md",
      "page.adoc",
      "gone.md",
      "z.txt",
    ];
    expect(await verdicts(workspace, paths, { ...over, env })).toEqual({
      "a.md": "1:1-7 T.Foo",
      "latin.md": "not-utf8",
      "wide.md": "binary",
      "nul.md": "binary",
      "matter.md": "bad-front-matter",
      "page.adoc": "parser-missing",
      "gone.md": "vanished",
      "z.txt": "1:3-9 T.Foo",
    });
  });

  test("one broken file among fifty is told alone", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `p${index}.md`);
    const files = Object.fromEntries(names.map((name) => [name, "a foobad\n"]));
    const workspace = workspaceWith({ ...files, "p31.md": "---\na: [\n---\n" });
    const told = await verdicts(workspace, names, { ...over, jobs: 1 });
    expect(told["p31.md"]).toBe("bad-front-matter");
    expect(Object.values(told).filter((verdict) => verdict === "1:3-9 T.Foo")).toHaveLength(49);
  });

  test("columns are code points, the end exclusive, and a byte order mark isn't counted", async () => {
    const workspace = workspaceWith({
      "u.md": "ünïcödé 😀 foobad x\n",
      "bom.md": "\uFEFFfoobad\n",
      "crlf.md": "one\r\n\r\nfoobad\r\n",
    });
    expect(await verdicts(workspace, ["u.md", "bom.md", "crlf.md"], over)).toEqual({
      "u.md": "1:11-17 T.Foo",
      "bom.md": "1:1-7 T.Foo",
      "crlf.md": "3:1-7 T.Foo",
    });
  });

  test("columns are the source's beside entities, repeated words and code", async () => {
    const workspace = workspaceWith({
      "entity.md": "Tom &amp; foobad\n",
      "twice.md": "A foobad foobad line.\n",
      "code.py": "x = 1  # a foobad comment\n",
    });
    expect(await verdicts(workspace, ["entity.md", "twice.md", "code.py"], over)).toEqual({
      "entity.md": "1:11-17 T.Foo",
      "twice.md": "1:3-9 T.Foo 1:10-16 T.Foo",
      "code.py": "1:12-18 T.Foo",
    });
  });

  test("an extension in upper case is read as its format and matches its sections", async () => {
    const workspace = workspaceWith({
      "docs/CODE.MD": "`foobad` docbad foobad\n",
      "B.Md": "`foobad`\n",
    });
    expect(await verdicts(workspace, ["docs/CODE.MD", "B.Md"], over)).toEqual({
      "docs/CODE.MD": "1:10-16 T.Doc 1:17-23 T.Foo",
      "B.Md": "clean",
    });
  });

  test("a name that isn't UTF-8 is mapped back", async () => {
    const workspace = workspaceWith({ "docs/a.md": "" });
    const bytes = Buffer.from("docs/caf\xe9.md", "latin1");
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.root}/`), bytes]), "docbad\n");
    const relPath = relPathFromBytes(bytes);
    expect(await verdicts(workspace, [relPath, "docs/a.md"], over)).toEqual({
      [relPath]: "1:1-7 T.Doc",
      "docs/a.md": "clean",
    });
  });

  test("names that look like flags, commands or patterns are files", async () => {
    const names = [
      "-x.md",
      "--help.md",
      "sync",
      "fix.md",
      "[a-b]{c}.md",
      "a b\n\"'.md",
      "né 😀.md",
      "@x.md",
      "ls-config",
    ];
    const workspace = workspaceWith(Object.fromEntries(names.map((name) => [name, "foobad\n"])));
    workspace.write(".vale.ini", "StylesPath = styles\n[*]\nBasedOnStyles = T\nT.Doc = NO\n");
    const told = await verdicts(workspace, names, over);
    expect(told).toEqual(Object.fromEntries(names.map((name) => [name, "1:1-7 T.Foo"])));
  });

  test("the nearest configuration counts, from its own folder", async () => {
    const workspace = workspaceWith({
      "a.md": "foobad\n",
      "sub/.vale.ini": "StylesPath = ../styles\n[*]\nBasedOnStyles =\n",
      "sub/a.md": "foobad\n",
      "docs/d.md": "docbad\n",
    });
    const root = { file: workspace.at(".vale.ini"), folder: workspace.root };
    const sub = { file: workspace.at("sub/.vale.ini"), folder: workspace.at("sub") };
    const configFor = (relPath: RelPath) => success(relPath.startsWith("sub/") ? sub : root);
    expect(
      await verdicts(workspace, ["a.md", "sub/a.md", "docs/d.md"], { ...over, configFor }),
    ).toEqual({
      "a.md": "1:1-7 T.Foo",
      "sub/a.md": "clean",
      "docs/d.md": "1:1-7 T.Doc",
    });
  });

  test("a broken configuration is told for its files and costs those of another nothing", async () => {
    const workspace = workspaceWith({
      "a.md": "foobad\n",
      "sub/.vale.ini": "StylesPath = ../styles\n[*]\nBasedOnStyles = Nope\n",
      "sub/a.md": "foobad\n",
      "sub/b.md": "foobad\n",
    });
    const configFor = (relPath: RelPath) => {
      const folder = relPath.startsWith("sub/") ? workspace.at("sub") : workspace.root;
      return success({ file: `${folder}/.vale.ini`, folder });
    };
    expect(
      await verdicts(workspace, ["a.md", "sub/a.md", "sub/b.md"], { ...over, configFor }),
    ).toEqual({
      "a.md": "1:1-7 T.Foo",
      "sub/a.md": "vale-config-broken",
      "sub/b.md": "vale-config-broken",
    });
  });

  test("no global configuration and no variable of Vale's own lets another one in", async () => {
    const workspace = workspaceWith({ "a.md": "speling foobad\n" });
    const spelling = "[*.md]\nVale.Spelling = YES\n";
    mkdirSync(`${workspace.home}/.config/vale`, { recursive: true });
    writeFileSync(`${workspace.home}/.config/vale/.vale.ini`, spelling);
    writeFileSync(`${workspace.home}/.vale.ini`, spelling);
    const env = { ...workspace.env, VALE_CONFIG_PATH: "/nowhere/vale.ini" };
    const told = await verdicts(workspace, ["a.md"], { ...over, env });
    expect(told).toEqual({ "a.md": "1:9-15 T.Foo" });
    const global = await verdicts(workspace, ["a.md"], { ...over, env, useGlobalConfig: true });
    expect(global["a.md"]).toContain("Vale.Spelling");
  });

  test("of a shell script only comments count", async () => {
    const workspace = workspaceWith({
      "run.sh":
        "#!/bin/sh\n# foobad\nfoobad --x # é foobad\necho '# foobad' \"$# foobad\"\ncat <<E\n# foobad\nE\n",
      "RUN.SH": "foobad # foobad\n",
    });
    expect(await verdicts(workspace, ["run.sh", "RUN.SH"], over)).toEqual({
      "run.sh": "2:3-9 T.Foo 3:16-22 T.Foo",
      "RUN.SH": "1:10-16 T.Foo",
    });
  });
});

test("a file named twice is checked once", async () => {
  const workspace = workspaceWith({ "a.md": "foobad\n" });
  const outcomes = await checkFiles(checkRequest(workspace, ["a.md", "a.md"]));
  expect(outcomes.map(verdictText)).toEqual(["1:1-7 T.Foo"]);
});

test("what isn't a regular file never reaches Vale", async () => {
  const workspace = workspaceWith({ "a.md": "foobad\n" });
  symlinkSync("a.md", workspace.at("link.md"));
  mkdirSync(workspace.at("folder.md"));
  workspace.shell("mkfifo pipe.md");
  expect(await verdicts(workspace, ["link.md", "folder.md", "pipe.md", "a.md"])).toEqual({
    "link.md": "unreadable",
    "folder.md": "unreadable",
    "pipe.md": "unreadable",
    "a.md": "1:1-7 T.Foo",
  });
});

test("a file larger than the limit is told with its size", async () => {
  const workspace = workspaceWith({ "big.md": "x".repeat(1001) });
  const outcomes = await checkFiles(checkRequest(workspace, ["big.md"], { maxFileBytes: 1000 }));
  expect(outcomes).toEqual([
    {
      kind: "unchecked",
      path: "big.md",
      problem: { code: "too-large", bytes: 1001, maxBytes: 1000 },
    },
  ]);
});

test("a file without a configuration, or with one that can't be had, is never clean", async () => {
  const workspace = workspaceWith({ "a.md": "fine\n", "b.md": "fine\n" });
  const missing = { code: "vale-config-missing", path: "/nowhere", namedBy: "--config" } as const;
  const answers = [success(undefined), failure(missing)];
  const configFor = () => answers.shift() ?? failure(missing);
  expect(await verdicts(workspace, ["a.md", "b.md"], { configFor })).toEqual({
    "a.md": "no-vale-config",
    "b.md": "vale-config-missing",
  });
});

test("no time left, or ended before it began: nothing is reached and nothing is started", async () => {
  const workspace = workspaceWith({ "a.md": "fine\n" });
  const vale = { path: "/nowhere/vale" };
  const over = { remainingMs: () => 0, within: () => over };
  expect(await verdicts(workspace, ["a.md"], { vale, deadline: over })).toEqual({
    "a.md": "not-reached",
  });
  const signal = AbortSignal.abort();
  expect(await verdicts(workspace, ["a.md"], { vale, signal })).toEqual({ "a.md": "not-reached" });
});

test("progress goes up by one to the number of files", async () => {
  const workspace = workspaceWith({ "a.md": "foobad\n", "b.md": "fine\n" });
  const steps: string[] = [];
  const onProgress = (done: number, total: number) => steps.push(`${done}/${total}`);
  await verdicts(workspace, ["a.md", "b.md", "gone.md"], { onProgress });
  expect(steps).toEqual(["1/3", "2/3", "3/3"]);
});
