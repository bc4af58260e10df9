import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { scanJson } from "../support/scan-json.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../support/workspace.ts";

/** A configuration of the person's own, in both places where Vale looks for one, that flags every `speling`. */
function writeGlobalConfiguration(workspace: TestWorkspace): NodeJS.ProcessEnv {
  const rule = "extends: existence\nmessage: m\nlevel: warning\ntokens:\n  - speling\n";
  for (const folder of ["../home/.config/vale", "../home"]) {
    workspace.write(
      `${folder}/.vale.ini`,
      "StylesPath = styles\nMinAlertLevel = suggestion\n[*]\nBasedOnStyles = Mine\n",
    );
    workspace.write(`${folder}/styles/Mine/Speling.yml`, rule);
  }
  return { ...workspace.env, XDG_CONFIG_HOME: `${workspace.home}/.config` };
}

describe("the person's global configuration", () => {
  const files = { ...foobadStyle(), "sp.md": "fine\n" };

  test("is left out of hooks and scans, so that an agent and CI agree", async () => {
    const workspace = makeWorkspace({ files });
    const env = writeGlobalConfiguration(workspace);
    const session = agentSession(workspace);
    await session.pre({ env });
    workspace.write("sp.md", "foobad speling\n");
    const told = await session.post({ env });
    expect(told.context).toContain("sp.md:1:1 warning T.Foo");
    expect(told.context).not.toContain("Speling");
    const { report } = await scanJson(workspace, [], { env });
    const checks = report.files.flatMap(({ findings }) => findings.map(({ check }) => check));
    expect(checks).toEqual(["T.Foo"]);
  });

  test("counts where the settings ask for it", async () => {
    const workspace = makeWorkspace({
      files: {
        ...files,
        "sp.md": "foobad speling\n",
        ".valehook.toml": "use_global_config = true\n",
      },
    });
    const { report } = await scanJson(workspace, [], { env: writeGlobalConfiguration(workspace) });
    const checks = report.files.flatMap(({ findings }) => findings.map(({ check }) => check));
    expect(checks).toContain("Mine.Speling");
  });

  test("alone makes no workspace one that is checked", async () => {
    const workspace = makeWorkspace({ files: { "sp.md": "speling\n" } });
    const env = writeGlobalConfiguration(workspace);
    const { code, report } = await scanJson(workspace, [], { env });
    expect(code).toBe(2);
    expect(report).toMatchObject({ status: "skipped", files: [] });
  });
});

describe("a file that no section matches", () => {
  const sections = "StylesPath = styles\n[docs/*.{md,txt}]\nBasedOnStyles = T\n";
  const files = {
    ...foobadStyle(),
    ".vale.ini": sections,
    "docs/a.md": "foobad\n",
    "b.md": "foobad\n",
    "c.py": "# foobad\n",
  };

  test("is named by a scan as skipped, and isn't counted as checked", async () => {
    const workspace = makeWorkspace({ files });
    const { code, report } = await scanJson(workspace);
    expect(code).toBe(1);
    expect(report.files.map(({ path }) => path)).toEqual(["docs/a.md"]);
    expect(report.summary).toMatchObject({ checked: 1, findings: 1 });
    expect(report.skipped).toMatchObject([
      { path: "b.md", reason: "no-vale-section" },
      { path: "c.py", reason: "no-vale-section" },
    ]);
  });

  test("alone makes the scan one that checked nothing, by name or as standard input", async () => {
    const workspace = makeWorkspace({ files });
    for (const args of [["c.py"], ["--stdin", "--path", "c.py"]]) {
      const { code, report } = await scanJson(workspace, args);
      expect(code).toBe(0);
      expect(report).toMatchObject({ status: "skipped", skipped: [{ reason: "no-vale-section" }] });
    }
  });

  test.each(["", "[*]\nBasedOnStyles =\n", "[*.md]\nT.Foo = NO\n", "[formats]\nqmd = md\n"])(
    "of a configuration that turns no rule on (%j): the whole scan is skipped, and is no success",
    async (ruleless) => {
      const workspace = makeWorkspace({
        files: { ...files, ".vale.ini": `StylesPath = styles\n${ruleless}` },
      });
      for (const args of [[], ["docs/a.md"]]) {
        const { code, report } = await scanJson(workspace, args);
        expect(code).toBe(2);
        expect(report).toMatchObject({ status: "skipped", skipped: [{ reason: "no-vale-rules" }] });
      }
      const allowed = await scanJson(workspace, ["--allow-unconfigured"]);
      expect(allowed).toMatchObject({ code: 0, report: { status: "skipped" } });
    },
  );

  test.each(["*.{md,{rst,txt}}", "{docs,x}/**", "*.[mt]*"])(
    "isn't taken for one where Vale alone can tell (%s)",
    async (pattern) => {
      const config = `StylesPath = styles\n[${pattern}]\nBasedOnStyles = T\n`;
      const workspace = makeWorkspace({ files: { ...files, ".vale.ini": config } });
      const { report } = await scanJson(workspace);
      expect(report.files.map(({ path }) => path)).toContain("docs/a.md");
    },
  );

  test("of a configuration that Vale refuses is incomplete, whatever its name", async () => {
    const config = `${sections}[{docs,*.rst]\nBasedOnStyles = T\n`;
    const workspace = makeWorkspace({ files: { ...files, ".vale.ini": config } });
    const { code, report } = await scanJson(workspace, ["c.py"]);
    expect(code).toBe(2);
    expect(report.incomplete).toMatchObject([{ path: "c.py", code: "vale-config-broken" }]);
  });

  test("below a configuration of its own that turns the rules off is skipped, and no fault", async () => {
    const off = "StylesPath = ../styles\n[*]\nBasedOnStyles =\n";
    const workspace = makeWorkspace({
      files: { ...files, "api/.vale.ini": off, "api/a.md": "foobad\n" },
    });
    const { code, report } = await scanJson(workspace, ["api"]);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      status: "skipped",
      skipped: [{ path: "api/a.md", reason: "no-vale-section" }],
    });
  });

  test("owes nothing in a session until a section matches it", async () => {
    const workspace = makeWorkspace({ files });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("c.py", "# foobad again\n");
    expect(await session.post()).toMatchObject({ raw: { code: 0, stdout: "" } });
    expect(await session.stop()).toMatchObject({ raw: { code: 0, stdout: "" } });
    workspace.write(".vale.ini", `${sections}[*.py]\nBasedOnStyles = T\n`);
    const told = await session.post();
    expect(told.context).toContain("c.py:1:3 warning T.Foo");
  });

  test("is named by kind in doctor's answer", async () => {
    const workspace = makeWorkspace({ files });
    const { stdout } = await runValehook(["doctor"], { cwd: workspace.root, env: workspace.env });
    expect(stdout).toContain(
      ".vale.ini: no section matches 2 files (.md and .py), which are not checked",
    );
  });
});

describe("no configuration at all", () => {
  test("fails a scan that didn't allow for it, so that deleting one can't turn CI green", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "foobad\n" } });
    const { root: cwd, env } = workspace;
    const plain = await runValehook(["scan"], { cwd, env });
    expect(plain.code).toBe(2);
    expect(plain.stdout + plain.stderr).toContain("valehook init");
    const allowed = await scanJson(workspace, ["--allow-unconfigured"]);
    expect(allowed).toMatchObject({ code: 0, report: { status: "skipped" } });
  });
});

describe("several configurations", () => {
  test.each(["", "sub", "sub/deep"])(
    "the nearest one counts for each file, when the working folder is '%s'",
    async (folder) => {
      const silent = "StylesPath = ../styles\n[*]\nBasedOnStyles =\n";
      const workspace = makeWorkspace({
        files: {
          ...foobadStyle(),
          "a.md": "fine\n",
          "sub/.vale.ini": silent,
          "sub/a.md": "fine\n",
          "sub/deep/a.md": "fine\n",
          "sub/own/.vale.ini": "StylesPath = ../../styles\n[*.md]\nBasedOnStyles = T\n",
          "sub/own/a.md": "fine\n",
        },
      });
      const cwd = workspace.at(folder);
      const session = agentSession(workspace);
      await session.pre({ cwd });
      for (const name of ["a.md", "sub/a.md", "sub/deep/a.md", "sub/own/a.md"]) {
        workspace.write(name, "foobad\n");
      }
      const told = await session.post({ cwd });
      expect(told.context).toContain("\na.md:1:1");
      expect(told.context).toContain("sub/own/a.md:1:1");
      expect(told.context).not.toMatch(/sub\/(deep\/)?a\.md:/);
      const { report } = await scanJson(workspace, [], { cwd });
      const found = report.files.filter(({ findings }) => findings.length > 0);
      expect(found.map(({ path }) => path)).toEqual(["a.md", "sub/own/a.md"]);
    },
  );
});
