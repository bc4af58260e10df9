import { utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const registration = JSON.stringify({
  hooks: {
    Stop: [
      {
        hooks: [
          {
            type: "command",
            command: "valehook hook --client claude --event Stop",
            timeout: 60,
          },
        ],
      },
    ],
  },
  permissions: { allow: [] },
});

const start = {
  ...foobadStyle(),
  "styles/T/Old.yml": "extends: existence\nmessage: Old\nlevel: error\ntokens:\n  - oldbad\n",
  "styles/config/vocabularies/Team/accept.txt": "Vale\n",
  ".valehook.toml": 'block_on = "error"\n',
  ".claude/settings.json": registration,
  "docs/a.md": "# A\n\nAll is well.\n",
};

const changed = "The checks themselves changed:";

describe("a change of the checks themselves", () => {
  test("is told once to the agent, named once at the stop, and gone once it is undone", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "# A\n\nA foobad line.\n");
    await session.post();
    const before = workspace.read(".vale.ini");
    workspace.shell("sed -i s/suggestion/error/ .vale.ini");
    const told = await session.post();
    expect(told.context).toBe(
      `${changed} .vale.ini. Files changed in this session are judged by what applies now.`,
    );
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).notice).toContain(`${changed} .vale.ini.`);
    expect((await session.stop()).raw.stdout).toBe("");
    workspace.write(".vale.ini", before);
    const back = await session.post();
    expect(back.context ?? "").not.toContain(changed);
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("that takes the configuration away is named as such", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.remove(".vale.ini");
    workspace.write("docs/a.md", "# A\n\nA foobad line.\n");
    expect((await session.post()).context).toContain(`${changed} .vale.ini (removed).`);
    expect((await session.stop()).notice).toContain(`${changed} .vale.ini (removed).`);
  });

  test("of any kind is named: style, vocabulary, settings, registration; a touch is none", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    utimesSync(workspace.at("styles/T/Old.yml"), 1, 1);
    workspace.shell("chmod 600 .vale.ini; touch .valehook.toml .claude/settings.json");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("styles/T/Foo.yml", "extends: existence\nmessage: M\ntokens:\n  - nothing\n");
    workspace.write("styles/T/New.yml", "extends: existence\nmessage: M\ntokens:\n  - new\n");
    workspace.remove("styles/T/Old.yml");
    workspace.write("styles/config/vocabularies/Team/accept.txt", "Vale\nfoobad\n");
    workspace.write(".valehook.toml", 'block_on = "never"\n');
    workspace.write(".claude/settings.json", registration.replace("60", "1"));
    const told = await session.post();
    expect(told.context).toContain(
      `${changed} .claude/settings.json, .valehook.toml, styles/T/Foo.yml, styles/T/New.yml, styles/T/Old.yml (removed) and styles/config/vocabularies/Team/accept.txt.`,
    );
    expect((await session.stop()).notice).toContain("styles/T/New.yml");
  });

  test("of a client's settings counts only where they register valehook", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    const settings = JSON.parse(registration) as Record<string, unknown>;
    workspace.write(
      ".claude/settings.json",
      JSON.stringify({ ...settings, permissions: { allow: ["Bash(ls)"] } }),
    );
    workspace.write(".claude/settings.local.json", '{"permissions":{"allow":["Bash(make)"]}}');
    workspace.write(".codex/config.toml", 'model = "other"\n');
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write(".claude/settings.json", "{}");
    workspace.write(".claude/settings.local.json", '{"disableAllHooks":true}');
    const told = await session.post();
    expect(told.context).toContain(
      `${changed} .claude/settings.json and .claude/settings.local.json.`,
    );
  });

  test("has every changed file checked again, and tells again only what is other than before", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "A foobad line.\n");
    workspace.write("docs/b.md", "A newbad line.\n");
    expect((await session.post()).context).not.toContain("docs/b.md");
    workspace.write(
      "styles/T/New.yml",
      "extends: existence\nmessage: New rule\nlevel: error\ntokens:\n  - newbad\n",
    );
    const told = await session.post();
    expect(told.context).toContain("docs/b.md:1:3 error T.New");
    expect(told.context).not.toContain("docs/a.md");
    expect((await session.stop()).blocked).toContain("docs/b.md:1:3");
  });

  test("is not told of a configuration that is only now needed, nor with guard = off", async () => {
    const workspace = makeWorkspace({
      files: {
        ...start,
        "new/.vale.ini": foobadStyle()[".vale.ini"] ?? "",
        "new/styles/T/Foo.yml": foobadStyle()["styles/T/Foo.yml"] ?? "",
      },
    });
    workspace.shell("sleep 0.05");
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("new/a.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("new/a.md:1:3");
    expect(told.context).not.toContain(changed);

    const off = makeWorkspace({ files: { ...start, ".valehook.toml": 'guard = "off"\n' } });
    const other = agentSession(off);
    await other.pre();
    off.shell("echo '# more' >> .vale.ini");
    off.write("docs/b.md", "<!-- vale off -->\n");
    expect((await other.post()).raw.stdout).toBe("");
    expect((await other.stop()).raw.stdout).toBe("");
  });

  test("is told if it was valehook's own state that was deleted", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    await session.post();
    workspace.shell("rm -r .git/vale-state");
    await session.pre();
    const told = await session.post();
    expect(told.context).toContain("valehook's own state was deleted while the session ran.");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.shell("rm -r .git/vale-state");
    expect((await session.stop()).notice).toContain("valehook's own state was deleted");
  });
});

describe("a comment that turns Vale off", () => {
  test("is told once and named at the stop if it is new, wherever else the file changes", async () => {
    const workspace = makeWorkspace({
      files: { ...start, "docs/old.md": "<!-- vale off -->\n\nA foobad line.\n" },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/old.md", "# More\n\n<!-- vale off -->\n\nA foobad line.\n");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("docs/a.md", "# A\n\n<!-- vale T.Foo = NO -->\n\nA foobad line.\n");
    workspace.write("docs/b.mdx", "{/* vale off */}\n\nA foobad line.\n");
    const told = await session.post();
    expect(told.context).toBe(
      "New comments turn Vale off: docs/a.md:3 and docs/b.mdx:1. What they cover is not checked.",
    );
    workspace.write("docs/a.md", "# A\n\nMore.\n\n<!-- vale T.Foo = NO -->\n\nA foobad line.\n");
    expect((await session.post()).raw.stdout).toBe("");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("docs/a.md:5 and docs/b.mdx:1.");
    expect((await session.stop()).raw.stdout).toBe("");
    workspace.write("docs/a.md", "# A\n\nAll is well.\n");
    workspace.remove("docs/b.mdx");
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).raw.stdout).toBe("");
  });
});

describe("settings that ask for silence", () => {
  test.each(['mode = "observe"\n', 'guard = "off"\nexclude = ["*"]\n'])(
    "written while the session runs are told to the agent: %j",
    async (settings) => {
      const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "fine\n" } });
      const session = agentSession(workspace);
      await session.pre();
      workspace.write(".valehook.toml", settings);
      workspace.write("a.md", "foobad\n");
      expect((await session.post()).context).toContain(
        "The checks themselves changed: .valehook.toml",
      );
    },
  );
});
