import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { valePath } from "../support/vale.ts";
import { foobadStyle, makeWorkspace, writeExecutable } from "../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "# A\n\nAll is well.\n" };

/** A PATH on which Git is found and Vale isn't. */
function pathWithoutVale(env: NodeJS.ProcessEnv, tools: string): NodeJS.ProcessEnv {
  writeExecutable(tools, "git", '#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n');
  return { ...env, PATH: tools };
}

describe("what the agent can mend", () => {
  test("is told in the context once a content, and ends the moment it is mended", async () => {
    const workspace = makeWorkspace({
      files: { ...start, ".valehook.toml": "max_file_bytes = 2000\n" },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/latin.md", Buffer.from("caf\xe9\n", "latin1"));
    workspace.write("docs/matter.md", "---\na: [\n---\n\nfoobad\n");
    workspace.write("docs/large.md", "x ".repeat(2000));
    workspace.write("docs/good.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("docs/good.md:1:3");
    expect(told.context).toContain("Not checked: docs/latin.md: not UTF-8 (byte 4).");
    expect(told.context).toContain("Not checked: docs/large.md: 4000 bytes");
    expect(told.context).toContain("Not checked: docs/matter.md: its front matter can't be parsed");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("docs/good.md", "A good line.\n");
    expect((await session.post()).raw.stdout).toBe("");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    for (const name of ["latin", "matter", "large"]) {
      expect(stopped.notice).toContain(`docs/${name}.md`);
    }
    workspace.write("docs/latin.md", "café\n");
    workspace.write("docs/matter.md", "---\na: []\n---\n\nfoobad\n");
    workspace.write("docs/large.md", "x\n");
    const mended = await session.post();
    expect(mended.context).toContain("docs/matter.md:5:1");
    expect(mended.context).not.toContain("Not checked");
    workspace.write("docs/matter.md", "---\na: []\n---\n\nfine\n");
    expect((await session.stop()).raw.stdout).toBe("");
  });
});

describe("what it can't mend", () => {
  test("a missing Vale: one diagnostic to the agent and one to the person, the files wait, and Stop never blocks for them", async () => {
    const workspace = makeWorkspace({ files: start });
    const env = pathWithoutVale(workspace.env, join(workspace.home, "tools"));
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    workspace.write("docs/a.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("Vale was not found.");
    expect(told.context).toContain("go install github.com/vale-cli/vale/v3/cmd/vale@");
    expect((await session.post()).raw.stdout).toBe("");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toMatch(
      /^valehook: Not checked: docs\/a\.md: Vale was not found\. Install it \(.*\)[^\n]*$/,
    );
    const again = await session.stop();
    expect(again.notice).toBe("valehook: Not checked: docs/a.md: Vale was not found.");
    const found = await session.post({ env: workspace.env });
    expect(found.context).toContain("docs/a.md:1:3");
    expect((await session.stop({ env: workspace.env })).blocked).toContain("docs/a.md:1:3");
  });

  test("a Vale that is named and absent is an error, though another is on PATH", async () => {
    const workspace = makeWorkspace({ files: start });
    const env = { ...workspace.env, VALEHOOK_VALE: "/nowhere/vale" };
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    workspace.write("docs/a.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("VALEHOOK_VALE names /nowhere/vale as Vale");
    expect(told.context).not.toContain("docs/a.md:1:3");
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).blocked).toBeUndefined();
  });

  test("a broken configuration is told once, and its end brings the findings", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    const style = workspace.read("styles/T/Foo.yml");
    workspace.write("styles/T/Foo.yml", "extends: nothing\n");
    workspace.write("docs/a.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain(`Vale can't use its configuration ${workspace.at(".vale.ini")}`);
    expect(told.context).toContain("The checks themselves changed: styles/T/Foo.yml.");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("docs/b.md", "Another foobad line.\n");
    expect((await session.post()).raw.stdout).toBe("");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("Not checked: docs/a.md and docs/b.md: Vale can't use");
    workspace.write("styles/T/Foo.yml", style);
    const mended = await session.post();
    expect(mended.context).toContain("docs/a.md:1:3");
    expect(mended.context).toContain("docs/b.md:1:9");
  });

  test("a crash is tried again at every event, and the file is named at the stop", async () => {
    const workspace = makeWorkspace({ files: start });
    const stub = join(workspace.home, "bin");
    const crash = `#!/bin/sh\ncase "$*" in *crash*) kill -SEGV $$ ;; esac\nexec '${valePath()}' "$@"\n`;
    const env = { ...workspace.env, VALEHOOK_VALE: writeExecutable(stub, "vale", crash) };
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    workspace.write("docs/crash.md", "A foobad line.\n");
    workspace.write("docs/b.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("docs/b.md:1:3");
    expect(told.context).not.toContain("crash.md");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("docs/b.md", "Fine.\n");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("Not checked: docs/crash.md: Vale crashed on it");
    writeExecutable(stub, "vale", `#!/bin/sh\nexec '${valePath()}' "$@"\n`);
    expect((await session.post()).context).toContain("docs/crash.md:1:3");
  });

  test("a file that timed out alone isn't tried again until it changes", async () => {
    const workspace = makeWorkspace({ files: start });
    const log = join(workspace.home, "runs");
    const slow = `#!/bin/sh\ncase "$*" in *slow*) echo run >> '${log}'; exec sleep 60 ;; esac\nexec '${valePath()}' "$@"\n`;
    const stub = writeExecutable(join(workspace.home, "bin"), "vale", slow);
    const env = { ...workspace.env, VALEHOOK_VALE: stub };
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    workspace.write("docs/slow.md", "A foobad line.\n");
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "" });
    const runs = workspace.shell(`wc -l < '${log}'`).trim();
    expect((await session.post()).raw.stdout).toBe("");
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).toContain("Not checked: docs/slow.md: Vale did not finish it alone");
    expect(workspace.shell(`wc -l < '${log}'`).trim()).toBe(runs);
    workspace.shell("mv docs/slow.md docs/quick.md; echo more >> docs/quick.md");
    expect((await session.post()).context).toContain("docs/quick.md:1:3");
  });
});

describe("settings that can't be used", () => {
  test("are told once a session while the defaults apply, and stop a scan", async () => {
    const workspace = makeWorkspace({
      files: { ...start, ".valehook.toml": "\nblock_onn = 'never'\n" },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "A foobad line.\n");
    const told = await session.post();
    expect(told.context).toContain("docs/a.md:1:3");
    expect(told.context).toContain(".valehook.toml:2: block_onn is");
    workspace.write("docs/b.md", "A foobad line.\n");
    const next = await session.post();
    expect(next.context).toContain("docs/b.md:1:3");
    expect(next.context).not.toContain("block_onn");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("docs/a.md:1:3");
    expect(stopped.blocked).not.toContain("block_onn");
    const scan = await runValehook(["scan"], { cwd: workspace.root, env: workspace.env });
    expect(scan).toMatchObject({ code: 2, stdout: "" });
    expect(scan.stderr).toContain(".valehook.toml:2: block_onn is not a setting, but block_on is.");
  });
});
