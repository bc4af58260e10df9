import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const levels = ["suggestion", "warning", "error"] as const;

describe.each(levels)("one finding of level %s", (level) => {
  const { ".vale.ini": ini = "", ...style } = foobadStyle({ level });
  const workspace = makeWorkspace({ files: { ...style, ".vale.ini": ini, "a.md": "fine\n" } });
  const rank = levels.indexOf(level);

  test("is told and blocks a stop, whatever Vale's own exit status", async () => {
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("a.md", "foobad\n");
    expect((await session.post()).context).toContain(`a.md:1:1 ${level} T.Foo`);
    expect((await session.stop()).blocked).toContain("a.md:1:1");
  });

  test("fails a scan from its own level on, in every format alike", async () => {
    const { root: cwd, env } = workspace;
    workspace.write("a.md", "foobad\n");
    for (const [at, failOn] of [...levels, "never"].entries()) {
      const format = ["text", "json", "sarif", "rdjsonl"][at] ?? "text";
      const ended = await runValehook(["scan", "--format", format, "--fail-on", failOn], {
        cwd,
        env,
      });
      expect({ failOn, code: ended.code }).toEqual({ failOn, code: at <= rank ? 1 : 0 });
      expect(ended.stdout).toContain("T.Foo");
    }
    const dropped = await runValehook(["scan", "--min-level", "error"], { cwd, env });
    expect(dropped.code).toBe(level === "error" ? 1 : 0);
  });
});

function rule(level: string, token: string, link: string): string {
  return `extends: existence\nmessage: m\nlevel: ${level}\n${link}tokens:\n  - ${token}\n`;
}

test("SARIF keeps the level, the rule and no link where the rule has none", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "foobad spood baddo\n" } });
  workspace.write("styles/T/Spood.yml", rule("suggestion", "spood", ""));
  workspace.write(
    "styles/T/Baddo.yml",
    rule("error", "baddo", "link: https://example.org/baddo\n"),
  );
  const { root: cwd, env } = workspace;
  const ended = await runValehook(["scan", "--format", "sarif", "--fail-on", "never"], {
    cwd,
    env,
  });
  expect(ended.code).toBe(0);
  const [run] = (
    JSON.parse(ended.stdout) as {
      readonly runs: readonly {
        readonly columnKind: string;
        readonly results: readonly { readonly ruleId: string; readonly level: string }[];
        readonly tool: {
          readonly driver: { readonly rules: readonly { id: string; helpUri?: string }[] };
        };
      }[];
    }
  ).runs;
  expect(run?.columnKind).toBe("unicodeCodePoints");
  expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ["T.Foo", "warning"],
    ["T.Spood", "note"],
    ["T.Baddo", "error"],
  ]);
  const links = run?.tool.driver.rules.map(({ id, helpUri }) => [id, helpUri]);
  expect(new Map(links as [string, string | undefined][])).toEqual(
    new Map([
      ["T.Baddo", "https://example.org/baddo"],
      ["T.Foo", undefined],
      ["T.Spood", undefined],
    ]),
  );
});

describe("very many findings", () => {
  const many = "A foobad line.\n".repeat(1742);

  test("are shortened to whole lines with counts, and block as one would", async () => {
    const workspace = makeWorkspace({
      files: { ...foobadStyle({ level: "suggestion" }), "a.md": "" },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("a.md", many);
    const told = await session.post();
    expect(told.context).toContain("1742");
    expect(told.context).toContain("a.md:1:3 suggestion T.Foo");
    expect((await session.stop()).blocked).toContain("1742");
    expect((await session.stop()).blocked).toBeUndefined();
  });

  test("of a level that doesn't block never block, however many", async () => {
    const workspace = makeWorkspace({
      files: {
        ...foobadStyle({ level: "suggestion" }),
        ".valehook.toml": 'block_on = "warning"\n',
        "a.md": "",
      },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("a.md", many);
    expect((await session.post()).context).toContain("1742");
    expect((await session.stop()).blocked).toBeUndefined();
  });
});
