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
