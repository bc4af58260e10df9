import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const twoRules = {
  ...foobadStyle(),
  "styles/T/Bar.yml":
    "extends: existence\nmessage: \"Never '%s'.\"\nlevel: error\ntokens:\n  - barbad\n",
  "styles/T/Baz.yml":
    "extends: existence\nmessage: \"Maybe not '%s'.\"\nlevel: suggestion\ntokens:\n  - bazbad\n",
  "docs/a.md": "# A\n\nAll is well.\n",
};

describe("a finding that a stop blocked on", () => {
  test("never blocks again, whatever else changes in the file", async () => {
    const workspace = makeWorkspace({ files: twoRules });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "# A\n\nA foobad line.\n");
    await session.post();
    expect((await session.stop()).blocked).toContain("docs/a.md:3:3");
    workspace.write("docs/a.md", "# A\n\nA new paragraph.\n\nA foobad line.\n\nA barbad one.\n");
    const told = await session.post();
    expect(told.context).toContain("docs/a.md:5:3");
    expect(told.context).toContain("docs/a.md:7:3");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("docs/a.md:7:3 error T.Bar");
    expect(stopped.blocked).not.toContain("T.Foo");
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("is not asked about twice in a turn that another hook keeps going", async () => {
    const workspace = makeWorkspace({ files: twoRules });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "# A\n\nA foobad line.\n");
    const turn = await session.stop({ active: true });
    expect(turn.blocked).toBeUndefined();
    expect(turn.notice).toContain("docs/a.md");
    expect((await session.stop()).blocked).toContain("docs/a.md:3:3");
    const retry = await session.stop({ active: true });
    expect(retry.blocked).toBeUndefined();
    expect(retry.notice).toContain("1 new Vale finding (1 warning) remains in docs/a.md.");
  });

  test("is named by a stop in few words if it was told, and whole if it was not", async () => {
    const workspace = makeWorkspace({ files: twoRules });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "# A\n\nA foobad line.\n");
    await session.post();
    workspace.write("docs/b.md", "A barbad line.\n");
    const stopped = await session.stop();
    expect(stopped.blocked?.split("\n")).toEqual([
      "2 new Vale findings remain in files changed in this session:",
      "docs/a.md:3:3 warning T.Foo",
      "docs/b.md:1:3 error T.Bar: Never 'barbad'.",
      "Fix them, or stop again if they are wrong; each is asked about once.",
    ]);
  });
});

describe("block_on", () => {
  const all = "bazbad foobad barbad\n";
  test.each([
    { level: "suggestion", blocking: ["T.Baz", "T.Foo", "T.Bar"] },
    { level: "warning", blocking: ["T.Foo", "T.Bar"] },
    { level: "error", blocking: ["T.Bar"] },
    { level: "never", blocking: [] },
  ])("$level: what is below is told after the tool but never blocks", async (given) => {
    const workspace = makeWorkspace({
      files: { ...twoRules, ".valehook.toml": `block_on = "${given.level}"\n` },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/b.md", all);
    const told = await session.post();
    for (const rule of ["T.Baz", "T.Foo", "T.Bar"]) expect(told.context).toContain(rule);
    const stopped = await session.stop();
    if (given.blocking.length === 0) {
      expect(stopped.raw.stdout).toBe("");
    } else {
      for (const rule of ["T.Baz", "T.Foo", "T.Bar"]) {
        const named = stopped.blocked?.includes(rule);
        expect(named, rule).toBe(given.blocking.includes(rule));
      }
    }
  });

  test("findings too slight to block, which no tool event told, are named once at the stop", async () => {
    const workspace = makeWorkspace({
      files: { ...twoRules, ".valehook.toml": `block_on = "error"\n` },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/b.md", "foobad\n");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("1 new Vale finding (1 warning) remains in docs/b.md.");
    expect((await session.stop()).raw.stdout).toBe("");
    expect((await session.post()).context).toContain("docs/b.md:1:1 warning T.Foo");
  });
});

describe("report = all", () => {
  test("lists older findings of a changed file too, and they block", async () => {
    const workspace = makeWorkspace({
      files: {
        ...twoRules,
        "docs/old.md": "An old foobad line.\n",
        ".valehook.toml": 'report = "all"\n',
      },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/old.md", "An old foobad line.\nAnother foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("2 Vale findings in a file changed in this session");
    expect(told.context).toContain("docs/old.md:1:8");
    expect(told.context).not.toContain("older");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("docs/old.md:1:8");
    expect(stopped.blocked).toContain("docs/old.md:2:9");
  });
});

describe("mode = observe", () => {
  test("says nothing to the agent and keeps what it would have said, without any text", async () => {
    const workspace = makeWorkspace({
      files: { ...twoRules, ".valehook.toml": 'mode = "observe"\n' },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/b.md", "A foobad line.\n");
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    workspace.write("docs/c.md", "A barbad line.\n");
    workspace.write(".vale.ini", `${workspace.read(".vale.ini")}# a comment\n`);
    expect((await session.stop()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await session.stop({ active: true })).raw.stdout).toBe("");
    const status = await runValehook(["status"], { cwd: workspace.root, env: workspace.env });
    expect(status.stdout).toContain("2 findings were observed and not told to an agent");
    const json = await runValehook(["status", "--json"], {
      cwd: workspace.root,
      env: workspace.env,
    });
    expect(json.stdout).toContain('"path":"docs/c.md"');
    const kept = workspace.shell("cat .git/vale-state/*/session.json");
    const { observed } = JSON.parse(kept.split("\n")[1] ?? "") as { observed: unknown };
    expect(observed).toEqual([
      { path: "docs/b.md", line: 1, column: 3, check: "T.Foo", severity: "warning" },
      { path: "docs/c.md", line: 1, column: 3, check: "T.Bar", severity: "error" },
    ]);
    expect(kept).not.toMatch(/foobad|barbad|Never/);
  });
});
