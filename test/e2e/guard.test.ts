import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../support/workspace.ts";

const start = {
  ...foobadStyle(),
  "styles/config/vocabularies/Team/accept.txt": "Vale\n",
  ".valehook.toml": 'guard = "deny"\n',
  "docs/a.md": "# A\n\nAll is well.\n",
  "sub/.vale.ini": "StylesPath = ../shared\n[*]\nBasedOnStyles = S\n",
  "sub/b.md": "Fine.\n",
  "shared/S/One.yml": "extends: existence\nmessage: M\ntokens:\n  - onebad\n",
};

function patch(...headers: readonly string[]): string {
  return ["*** Begin Patch", ...headers, "*** End Patch", ""].join("\n");
}

async function send(
  workspace: TestWorkspace,
  input: string,
  options: { readonly event?: string; readonly cwd?: string } = {},
) {
  const flags = options.event === undefined ? [] : ["--event", options.event];
  return await runValehook(["hook", "--client", "claude", ...flags], {
    cwd: options.cwd ?? workspace.root,
    env: workspace.env,
    input,
  });
}

describe("guard = deny", () => {
  test("refuses an edit of what decides what is checked, and of nothing else", async () => {
    const workspace = makeWorkspace({ files: start });
    symlinkSync("../.vale.ini", workspace.at("docs/link.md"));
    symlinkSync("../.valehook.toml", workspace.at("docs/settings.md"));
    mkdirSync(join(workspace.home, "real"));
    symlinkSync(workspace.at("styles"), workspace.at("docs/rules"));
    linkSync(workspace.at(".vale.ini"), workspace.at("docs/other-name.md"));
    const session = agentSession(workspace);
    await session.pre();
    const refused = async (
      tool: string,
      input: Record<string, unknown>,
      name: string,
      is = "belongs to Vale's configuration, styles and vocabularies",
    ) => {
      const answer = await session.pre({ tool, input });
      expect(answer.denied, JSON.stringify(input)).toContain(`${name} ${is}, and`);
      expect(answer.raw.code).toBe(0);
    };
    await refused("Edit", { file_path: workspace.at(".vale.ini") }, workspace.at(".vale.ini"));
    await refused("Write", { file_path: "styles/T/New.yml" }, "styles/T/New.yml");
    const settings = "holds valehook's settings";
    const hooks = "is where valehook's hooks are registered";
    for (const [name, is] of [
      ["docs/../.valehook.toml", settings],
      ["docs/settings.md", settings],
      [join(workspace.home, ".config/valehook/config.toml"), settings],
      [".claude/settings.json", hooks],
      [".codex/config.toml", hooks],
    ] as const) {
      await refused("MultiEdit", { file_path: name }, name, is);
    }
    await refused("Write", { file_path: "docs/_vale.ini" }, "docs/_vale.ini");
    await refused("Edit", { file_path: "docs/link.md" }, "docs/link.md");
    await refused("Write", { file_path: "docs/rules/T/X.yml" }, "docs/rules/T/X.yml");
    await refused("Edit", { file_path: "shared/S/One.yml" }, "shared/S/One.yml");
    await refused("Write", { file_path: "docs/other-name.md" }, "docs/other-name.md");
    await refused(
      "Edit",
      { file_path: "~/.claude/settings.json" },
      "~/.claude/settings.json",
      hooks,
    );
    for (const header of [
      "*** Add File: styles/T/New.yml",
      "*** Delete File: styles/T/Foo.yml",
      "*** Update File: styles/config/vocabularies/Team/accept.txt",
      "*** Update File: docs/a.md\n*** Move to: .vale.ini",
    ]) {
      const name = header.split(": ").at(-1) ?? "";
      await refused(
        "apply_patch",
        { command: patch("*** Add File: docs/x.md", "+x", header) },
        name,
      );
    }
    for (const [tool, input] of [
      ["Edit", { file_path: "docs/a.md" }],
      ["Write", { file_path: "docs/styles.md" }],
      ["apply_patch", { command: patch("*** Add File: docs/x.md", "+*** Update File: .vale.ini") }],
      ["NotebookEdit", { notebook_path: "styles/T/book.ipynb" }],
      ["Bash", { command: "echo > .vale.ini" }],
      ["Read", { file_path: ".vale.ini" }],
    ] as const) {
      expect((await session.pre({ tool, input })).raw).toMatchObject({ code: 0, stdout: "" });
    }
    workspace.shell("echo '# more' >> .vale.ini");
    expect((await session.post()).context).toContain("The checks themselves changed: .vale.ini.");
  });

  test("is off with guard = report, and in observe mode", async () => {
    for (const settings of ['guard = "report"\n', 'guard = "deny"\nmode = "observe"\n']) {
      const workspace = makeWorkspace({ files: { ...start, ".valehook.toml": settings } });
      const session = agentSession(workspace);
      const edit = { tool: "Edit", input: { file_path: ".vale.ini" } };
      expect((await session.pre(edit)).raw.stdout).toBe("");
      expect((await session.pre(edit)).raw.stdout).toBe("");
    }
  });
});

describe("an event that can't be read", () => {
  test.each([
    ["Write", {}],
    ["Write", { file_path: 7 }],
    ["Edit", "docs/a.md"],
    ["MultiEdit", { edits: [{ file_path: ".vale.ini" }] }],
    ["apply_patch", { command: 5 }],
    ["apply_patch", { input: patch("*** Add File: docs/x.md", "+x") }],
  ])("refuses %s with %j: what it edits isn't known", async (tool, input) => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    const { denied } = await session.pre({ tool, input: input as Record<string, unknown> });
    expect(denied).toContain("refused");
  });

  test("refuses a PreToolUse with guard = deny, whatever keeps it from being read", async () => {
    const workspace = makeWorkspace({ files: start });
    const pre = '"hook_event_name":"PreToolUse"';
    const cwd = `"cwd":${JSON.stringify(workspace.root)}`;
    for (const [input, options] of [
      ["", { event: "PreToolUse" }],
      ["[]", { event: "PreToolUse" }],
      [`{${pre},"cwd":`, {}],
      [`{${pre},${cwd},"session_id":"s","tool_in`, { cwd: workspace.home }],
      [`{${pre},${cwd}}`, { cwd: workspace.home }],
      [`{${pre},"session_id":"s"}`, {}],
      [`{${pre},"session_id":"s","cwd":"/nowhere/at/all"}`, {}],
      [`{${pre},"session_id":7,${cwd}}`, { event: "PostToolUse" }],
    ] as const) {
      const ended = await send(workspace, input, options);
      expect(ended, input).toMatchObject({ code: 2, stdout: "" });
      expect(ended.stderr, input).toMatch(/^valehook: [^\n]*refused[^\n]*\n$/);
    }
    expect(workspace.exists(".git/vale-state")).toBe(false);
  });

  test("refuses nothing else", async () => {
    const workspace = makeWorkspace({ files: start });
    const lax = makeWorkspace({ files: { ...start, ".valehook.toml": "" } });
    const pre = '"hook_event_name":"PreToolUse"';
    for (const [where, input, options] of [
      [workspace, "", { event: "PostToolUse" }],
      [workspace, "", {}],
      [workspace, '{"hook_event_name":"Stop"}', { event: "PreToolUse" }],
      [lax, "", { event: "PreToolUse" }],
      [workspace, `{${pre},"cwd":${JSON.stringify(lax.root)}}`, {}],
    ] as const) {
      const ended = await send(where, input, options);
      expect(ended, input).toMatchObject({ code: 1, stdout: "" });
      expect(ended.stderr).toMatch(/^valehook: [^\n]+\n$/);
    }
  });
});
