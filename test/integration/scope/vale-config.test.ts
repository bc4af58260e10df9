import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { findWorkspace } from "../../../src/scope/workspace.ts";
import { configOverride, findValeConfig, valeConfigNames } from "../../../src/scope/vale-config.ts";
import { readConfigParts, stylesPathsBelow } from "../../../src/scope/styles-path.ts";
import { temporaryRepository } from "../../support/scope-fixtures.ts";
import { valePath } from "../../support/vale.ts";
import { watchedChecks } from "../../../src/scope/watched-checks.ts";
import type { ConfigOverride } from "../../../src/scope/vale-config.ts";
import type { RelPath } from "../../../src/base/rel-path.ts";
import type { TemporaryFolder } from "../../support/scope-fixtures.ts";
import type { Workspace } from "../../../src/scope/workspace.ts";

let repo: TemporaryFolder;
let workspace: Workspace;
beforeEach(() => {
  repo = temporaryRepository();
  const found = findWorkspace(repo.path);
  if (!found.ok) throw new Error(found.problem.code);
  workspace = found.value;
});
afterEach(() => repo.remove());

function find(path: string, override?: ConfigOverride) {
  return findValeConfig(workspace, path as RelPath, override);
}

/** What the real Vale says of the configuration that it finds from a folder. */
function lsConfig(folder = ""): { RootINI: string; Paths: string[]; Formats: object } {
  const output = execFileSync(valePath(), ["--no-global", "ls-config"], {
    cwd: join(repo.path, folder),
    env: { HOME: dirname(repo.path) },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(output) as { RootINI: string; Paths: string[]; Formats: object };
}

describe("the configuration of a file", () => {
  test("is the nearest at or above it, run from its own folder", () => {
    const top = repo.write(".vale.ini", "");
    const deep = repo.write("docs/guide/_vale.ini", "");
    expect(find("docs/a.md")).toEqual({ ok: true, value: { file: top, folder: repo.path } });
    expect(find("docs/guide/x/a.md")).toEqual({
      ok: true,
      value: { file: deep, folder: dirname(deep) },
    });
  });

  test("is never looked for above the workspace", () => {
    repo.write("../.vale.ini", "");
    expect(find("a.md")).toEqual({ ok: true, value: undefined });
  });

  test("is chosen among Vale's names in Vale's order", () => {
    for (const name of valeConfigNames) repo.write(name, "");
    for (const name of valeConfigNames) {
      const found = find("a.md");
      expect(found.ok && found.value?.file).toBe(lsConfig().RootINI);
      rmSync(join(repo.path, name));
    }
  });

  test("is no folder of such a name", () => {
    mkdirSync(join(repo.path, ".vale"));
    const file = repo.write(".vale.ini", "");
    expect(find("a.md")).toMatchObject({ value: { file } });
    expect(lsConfig().RootINI).toBe(file);
  });

  test("can't be a link to nothing or lie in a folder that Vale can't be run from", () => {
    repo.write(".vale.ini", "");
    mkdirSync(join(repo.path, "docs"));
    symlinkSync("nowhere", join(repo.path, "docs/.vale.ini"));
    const odd = Buffer.concat([Buffer.from(`${repo.path}/l`), Buffer.from([0xe9])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from("/.vale.ini")]), "");
    expect(find("docs/a.md")).toMatchObject({
      problem: { code: "vale-config-unreadable", errno: "ENOENT" },
    });
    expect(find("l\udce9/a.md")).toMatchObject({
      problem: { code: "vale-config-unreadable", errno: "EILSEQ" },
    });
  });

  test("is the named one for every file, run from the root", () => {
    repo.write("docs/.vale.ini", "");
    const file = repo.write("ci/strict.ini", "");
    const override = configOverride(undefined, { VALE_CONFIG_PATH: "ci/strict.ini" });
    expect(find("docs/a.md", override)).toEqual({ ok: true, value: { file, folder: repo.path } });
    expect(configOverride("x.ini", { VALE_CONFIG_PATH: "y.ini" })?.namedBy).toBe("--config");
    expect(configOverride(undefined, { VALE_CONFIG_PATH: "" })).toBeUndefined();
  });

  test("is missing, not absent, if it was named and is not there", () => {
    repo.write(".vale.ini", "");
    expect(find("a.md", { path: "gone.ini", namedBy: "VALE_CONFIG_PATH" })).toEqual({
      ok: false,
      problem: {
        code: "vale-config-missing",
        path: join(repo.path, "gone.ini"),
        namedBy: "VALE_CONFIG_PATH",
      },
    });
    expect(find("a.md", { path: ".", namedBy: "--config" })).toMatchObject({
      problem: { code: "vale-config-unreadable" },
    });
  });
});

describe("the StylesPath", () => {
  test.each([
    "StylesPath = styles\n",
    "StylesPath=styles\nMinAlertLevel = error\n",
    'StylesPath = "my styles"\n',
    "StylesPath = `my styles`\n",
    "StylesPath: styles ; ours\n",
    "StylesPath = styles#1 # ours\n",
    "StylesPath = sty\\\nles\n",
    "  StylesPath = ./styles/  \n",
    "# StylesPath = gone\n; StylesPath = gone\nMinAlertLevel = warning\n",
    "stylespath = gone\n",
    "\uFEFFStylesPath = styles\r\n",
    "StylesPath = styles\n[formats]\nqmd = md\nFOO = txt # so\n",
  ])("%j is read as Vale reads it", (core) => {
    for (const name of ["styles", "my styles", "styles#1"]) mkdirSync(join(repo.path, name));
    const file = repo.write(".vale.ini", `${core}\n[*.md]\nBasedOnStyles = Vale\n`);
    const parts = readConfigParts(file);
    if (!parts.ok) throw new Error(parts.problem.code);
    const vale = lsConfig();
    expect(parts.value.stylesPaths).toEqual(vale.Paths);
    expect(Object.fromEntries(parts.value.formats)).toEqual(vale.Formats);
  });

  test("may be set twice, and Vale uses both", () => {
    repo.write("one/T/Foo.yml", "extends: existence\nmessage: m\ntokens: [foobad]\n");
    repo.write("two/U/Bar.yml", "extends: existence\nmessage: m\ntokens: [barbad]\n");
    const file = repo.write(
      ".vale.ini",
      "StylesPath = one\nStylesPath = two\n[*.md]\nBasedOnStyles = T, U\n",
    );
    const parts = readConfigParts(file);
    expect(parts.ok && parts.value.stylesPaths).toEqual([
      join(repo.path, "one"),
      join(repo.path, "two"),
    ]);
    expect(lsConfig().Paths).toHaveLength(2);
  });

  test("may map formats through a package's own configuration", () => {
    repo.write("styles/.vale-config/0-Pkg.ini", "[formats]\nqmd = md\n");
    const file = repo.write(".vale.ini", "StylesPath = styles\nPackages = Pkg\n");
    const parts = readConfigParts(file);
    expect(parts.ok && [...parts.value.formats]).toEqual([["qmd", "md"]]);
    expect(lsConfig().Formats).toEqual({ qmd: "md" });
  });

  test("counts as below the root only if it is", () => {
    const parts = { transforms: [], formats: new Map(), patterns: [], sections: [] };
    const paths = ["/w/styles", "/w", "/w2/styles", "/", "/w/docs/..styles"];
    expect(stylesPathsBelow("/w", [{ ...parts, stylesPaths: paths }])).toEqual([
      "styles",
      "docs/..styles",
    ]);
  });
});

describe("what decides what Vale says", () => {
  test("is the configuration, its rivals, every style and vocabulary, and the folders they are in", () => {
    const file = repo.write(
      "docs/.vale.ini",
      "StylesPath = ../styles\n[*.xml]\nTransform = x.xsl\n",
    );
    repo.write("styles/T/Foo.yml");
    repo.write("styles/config/vocabularies/V/accept.txt");
    const watched = watchedChecks(workspace, [{ file, folder: dirname(file) }], ["/etc/other"]);
    expect(watched.ok && watched.value).toEqual(
      [
        "/etc/other",
        ...valeConfigNames.flatMap((name) => [
          join(repo.path, name),
          join(repo.path, "docs", name),
        ]),
        ...[
          "docs/x.xsl",
          "styles",
          "styles/T",
          "styles/T/Foo.yml",
          "styles/config",
          "styles/config/vocabularies",
          "styles/config/vocabularies/V",
          "styles/config/vocabularies/V/accept.txt",
        ].map((path) => join(repo.path, path)),
      ].toSorted(),
    );
  });

  test("is followed through links, once, with what they lead to", () => {
    const file = repo.write(".vale.ini", "StylesPath = styles\n");
    const rule = repo.write("../shared/T/Foo.yml");
    const shared = dirname(dirname(rule));
    symlinkSync(shared, join(repo.path, "styles"));
    symlinkSync(shared, join(shared, "loop"));
    const watched = watchedChecks(workspace, [{ file, folder: repo.path }]);
    expect(watched.ok && watched.value).toEqual(
      expect.arrayContaining([join(repo.path, "styles"), shared, join(shared, "loop"), rule]),
    );
  });

  test("can't be told of a configuration that is gone", () => {
    const file = join(repo.path, ".vale.ini");
    expect(watchedChecks(workspace, [{ file, folder: repo.path }])).toEqual({
      ok: false,
      problem: { code: "vale-config-unreadable", path: file, errno: "ENOENT" },
    });
  });
});
