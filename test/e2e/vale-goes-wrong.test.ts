import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { scanJson } from "../support/scan-json.ts";
import { valePath } from "../support/vale.ts";
import { stubVale } from "../support/vale-check.ts";
import { foobadStyle, makeWorkspace, writeExecutable } from "../support/workspace.ts";

const start = { ...foobadStyle(), "a.md": "fine\n" };

describe("a Vale that can't be relied on", () => {
  const runtimeError = {
    Line: 1,
    Path: ".vale.ini",
    Text: "stopped with code 1",
    Code: "E201",
    Span: 1,
  };

  test.each([
    ["fails with JSON", `fs.writeSync(2, '${JSON.stringify(runtimeError)}'); process.exit(2);`],
    [
      "fails with its usage",
      'fs.writeSync(2, "unknown flag: --x\\nusage: vale"); process.exit(2);',
    ],
    ["says nothing", ""],
    ["says words", 'fs.writeSync(1, "not json");'],
    ["crashes", 'process.kill(process.pid, "SIGSEGV"); setTimeout(() => {}, 60_000);'],
  ])("one that %s is named in one line, and nothing counts as clean", async (_, body) => {
    const workspace = makeWorkspace({ files: { ...start, "b.md": "fine\n" } });
    const env = { ...workspace.env, VALEHOOK_VALE: stubVale(workspace, body) };
    const { code, report } = await scanJson(workspace, [], { env });
    expect(code).toBe(2);
    expect(report.status).toBe("incomplete");
    expect(report.incomplete.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    for (const { detail } of report.incomplete) {
      expect(detail).toMatch(/\S/);
      expect(detail).not.toMatch(/\n|goroutine|\{/);
    }
    expect(report.summary).toMatchObject({ checked: 0, findings: 0 });
  });

  test("a session hears of it once, isn't kept from stopping, and hears the findings later", async () => {
    const workspace = makeWorkspace({ files: start });
    const vale = stubVale(workspace, 'fs.writeSync(2, "no space left"); process.exit(2);');
    const env = { ...workspace.env, VALEHOOK_VALE: vale };
    const session = agentSession(workspace);
    await session.pre({ env });
    workspace.write("a.md", "foobad\n");
    expect((await session.post({ env })).context).toContain("no space left");
    expect((await session.post({ env })).context ?? "").not.toContain("no space left");
    const stopped = await session.stop({ env });
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("a.md");
    expect((await session.post()).context).toContain("a.md:1:1 warning T.Foo");
  });

  test("the hook's own input never reaches Vale, and a session without changes never starts it", async () => {
    const workspace = makeWorkspace({ files: start });
    const log = `${workspace.home}/calls`;
    const vale = writeExecutable(
      `${workspace.home}/bin`,
      "vale",
      `#!/bin/sh\n{ printf 'run '; wc -c; } < /dev/stdin >> '${log}'\nexec '${valePath()}' "$@" < /dev/null\n`,
    );
    const env = { ...workspace.env, VALEHOOK_VALE: vale };
    const session = agentSession(workspace);
    await session.pre({ env });
    workspace.shell("touch a.md");
    await session.post({ env });
    await session.stop({ env });
    expect(existsSync(log)).toBe(false);
    workspace.write("a.md", "foobad\n");
    expect((await session.post({ env })).context).toContain("a.md:1:1");
    const runs = readFileSync(log, "utf8").trim().split("\n");
    expect(runs.length).toBeGreaterThan(0);
    // The baseline's text, if it is asked for, is Vale's only input: 5 bytes.
    for (const run of runs) expect(run).toMatch(/^run +(0|5)$/);
  });
});

describe("files that Vale can't read", () => {
  test("each is named with its cause, to people and to the agent, and the others keep their findings", async () => {
    const workspace = makeWorkspace({ files: { ...start, ".gitignore": "", "good.md": "fine\n" } });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("good.md", "foobad\n");
    workspace.write("latin.md", Buffer.from("caf\xe9 foobad\n", "latin1"));
    workspace.write("wide.md", Buffer.from("\uFEFFfoobad\n", "utf16le"));
    workspace.write("nul.txt", "foobad\0\n");
    workspace.write("matter.md", "---\na: [\n---\nfoobad\n");
    const { code, report } = await scanJson(workspace);
    expect(code).toBe(2);
    expect(report.files.flatMap(({ path, findings }) => findings.map(() => path))).toEqual([
      "good.md",
    ]);
    expect(report.incomplete.map((one) => [one.path, one.code])).toEqual([
      ["latin.md", "not-utf8"],
      ["matter.md", "bad-front-matter"],
      ["nul.txt", "binary"],
      ["wide.md", "binary"],
    ]);
    const told = await session.post();
    expect(told.context).toContain("good.md:1:1");
    for (const name of ["latin.md", "wide.md", "nul.txt", "matter.md"]) {
      expect(told.context).toContain(name);
    }
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("good.md:1:1");
    expect(stopped.blocked).not.toMatch(/^latin\.md:\d/m);
  });

  test("a missing parser costs its format alone, and is told once with what installs it", async () => {
    const workspace = makeWorkspace({ files: { ...start, "x.adoc": "fine\n", "y.rst": "fine\n" } });
    const bin = `${workspace.home}/bin`;
    writeExecutable(bin, "git", '#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n');
    const env = { ...workspace.env, PATH: bin, VALEHOOK_VALE: valePath() };
    const session = agentSession(workspace);
    await session.pre({ env });
    for (const name of ["a.md", "x.adoc", "y.rst"]) workspace.write(name, "A foobad line.\n");
    const told = await session.post({ env });
    expect(told.context).toContain("a.md:1:3");
    expect(told.context).toMatch(/asciidoctor.*Install it/);
    expect(told.context).toMatch(/rst2html.*pip install docutils/);
    workspace.write("a.md", "Another foobad line.\n");
    workspace.write("x.adoc", "Another foobad line.\n");
    const next = await session.post({ env });
    expect(next.context).toContain("a.md:1:9");
    expect(next.context).not.toMatch(/Install it/);
    const { code, report } = await scanJson(workspace, [], { env });
    expect(code).toBe(2);
    expect(report.incomplete).toMatchObject([
      { path: "x.adoc", code: "parser-missing" },
      { path: "y.rst", code: "parser-missing" },
    ]);
  });
});

describe("a configuration that Vale can't use", () => {
  test.each([
    [
      "has a core option in a section",
      "StylesPath = styles\n[*]\nBasedOnStyles = T\nStylesPath = x\n",
    ],
    ["has no such style", "StylesPath = styles\n[*]\nBasedOnStyles = Nope\n"],
    ["has no such StylesPath", "StylesPath = nowhere\n[*]\nBasedOnStyles = T\n"],
  ])("one that %s is the configuration's fault, and no file's", async (_, ini) => {
    const workspace = makeWorkspace({ files: { ...start, "core.ini": ini, "a.md": "foobad\n" } });
    const args = ["scan", "--config", "core.ini", "--format"];
    const { root: cwd, env } = workspace;
    const json = await runValehook([...args, "json"], { cwd, env });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: "incomplete",
      incomplete: [{ path: "a.md", code: "vale-config-broken" }],
    });
    const sarif = await runValehook([...args, "sarif"], { cwd, env });
    const run = (JSON.parse(sarif.stdout) as { runs: { results: unknown[] }[] }).runs[0];
    expect(run?.results).toEqual([]);
    expect(JSON.stringify(run)).not.toMatch(/"uri": ?"[^"]*\.vale\.ini"/);
    expect(JSON.stringify(run)).toContain("core.ini");
  });
});
