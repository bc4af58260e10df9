import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "Fine.\n", "docs/b.md": "Fine.\n" };

test("a name that is not UTF-8 is found, checked and told escaped, new and tracked", async () => {
  const workspace = makeWorkspace({ files: start });
  const named = (name: string): Buffer =>
    Buffer.concat([
      Buffer.from(`${workspace.root}/docs/${name}-`),
      Buffer.from([0xe9, 0xff]),
      Buffer.from(".md"),
    ]);
  writeFileSync(named("tracked"), "An old foobad.\n");
  workspace.commit();
  const session = agentSession(workspace);
  await session.pre();
  writeFileSync(named("tracked"), "An old foobad.\nA foobad.\n");
  writeFileSync(named("new"), "foobad\n");
  const told = await session.post();
  expect(told.context).toMatch(/^docs\/new-\S+\.md:1:1 warning T\.Foo/m);
  expect(told.context).toMatch(/^docs\/tracked-\S+\.md:2:3 warning T\.Foo/m);
  expect(told.context).not.toMatch(/:1:8 /);
  expect(told.raw.stdout).not.toContain("\uFFFD");
  expect((await session.post()).raw.stdout).toBe("");
  expect((await session.stop()).blocked).toMatch(/^docs\/new-\S+\.md:1:1/m);
});

test("names with blanks, quotes, newlines, colons, leading dashes and other scripts", async () => {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  await session.pre();
  const names = [
    "a b.md",
    'q"uote.md',
    "new\nline.md",
    "co:lon.md",
    "-dash.md",
    "файл.md",
    "*.md",
    "$(x).md",
  ];
  for (const name of names) workspace.write(`docs/${name}`, "foobad\n");
  const told = await session.post();
  expect(told.context).toContain(`${names.length} new Vale findings in ${names.length} files`);
  expect(told.context).toContain("docs/файл.md:1:1");
  expect(told.context).toMatch(/^docs\/new\\nline\.md:1:1 /m);
  expect((await session.post()).raw.stdout).toBe("");
});

test("a tracked folder that became a link is not followed; one that is real again is", async () => {
  const workspace = makeWorkspace({ files: { ...start, "x/y/c.md": "Fine.\n" } });
  mkdirSync(join(workspace.home, "docs"));
  writeFileSync(join(workspace.home, "docs/a.md"), "foobad\n");
  writeFileSync(join(workspace.home, "docs/new.md"), "foobad\n");
  const session = agentSession(workspace);
  await session.pre();
  renameSync(workspace.at("docs"), join(workspace.home, "kept"));
  symlinkSync(join(workspace.home, "docs"), workspace.at("docs"));
  renameSync(workspace.at("x"), join(workspace.home, "x"));
  symlinkSync(join(workspace.home, "x"), workspace.at("x"));
  writeFileSync(join(workspace.home, "x/y/c.md"), "foobad\n");
  expect((await session.post()).raw.stdout).toBe("");
  workspace.shell(`rm docs; mv ${workspace.home}/kept docs; echo foobad >> docs/a.md`);
  expect((await session.post()).context).toMatch(/^docs\/a\.md:2:1 /m);
  expect((await session.stop()).blocked).not.toContain("c.md");
});

test("links, FIFOs, sockets and folders with a document's name are passed over; nothing waits for them", async () => {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  await session.pre();
  execFileSync("mkfifo", [workspace.at("docs/pipe.md")]);
  workspace.remove("docs/b.md");
  execFileSync("mkfifo", [workspace.at("docs/b.md")]);
  const server = createServer().listen(workspace.at("docs/socket.md"));
  mkdirSync(workspace.at("docs/folder.md"));
  symlinkSync("/etc/passwd", workspace.at("docs/out.md"));
  symlinkSync("a.md", workspace.at("docs/link.md"));
  workspace.write("docs/a.md", "foobad\n");
  const told = await session.post();
  expect(told.context).toContain("1 new Vale finding in a file");
  expect(told.context).toMatch(/^docs\/a\.md:1:1 /m);
  workspace.shell("rm docs/b.md; echo foobad > docs/b.md");
  expect((await session.post()).context).toMatch(/^docs\/b\.md:1:1 /m);
  server.close();
});

describe("configurations in folders", () => {
  const sub = { "sub/.vale.ini": "StylesPath = ../styles\n[*]\nBasedOnStyles =\n" };

  test("the nearest one counts for a file, whatever working directory the event has", async () => {
    const workspace = makeWorkspace({ files: { ...start, ...sub } });
    const session = agentSession(workspace);
    await session.pre({ cwd: workspace.at("sub") });
    workspace.write("sub/a.md", "foobad\n");
    workspace.write("a.md", "foobad\n");
    const told = await session.post({ cwd: workspace.at("sub") });
    expect(told.context).toMatch(/^a\.md:1:1 /m);
    expect(told.context).not.toContain("sub/a.md");
    expect((await session.stop()).blocked).not.toContain("sub/a.md");
  });

  test("one that comes while the session runs is told once and decides from then on, also after it changed", async () => {
    const workspace = makeWorkspace({ files: { ...start, "sub/a.md": "Fine.\n" } });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("sub/a.md", "foobad\n");
    expect((await session.post()).context).toContain("sub/a.md:1:1");
    workspace.write("sub/.vale.ini", sub["sub/.vale.ini"]);
    const changed = await session.post();
    expect(changed.context).toMatch(/The checks themselves changed: sub\/\.vale\.ini/);
    expect(changed.context).not.toContain("sub/a.md:");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("sub/.vale.ini", "StylesPath = ../styles\n[*]\nBasedOnStyles = T\n");
    const again = await session.post();
    expect(again.context).toMatch(/The checks themselves changed: sub\/\.vale\.ini/);
    expect(again.context).toContain("sub/a.md:1:1");
    workspace.remove("sub/.vale.ini");
    expect((await session.post()).raw.stdout, "as it was at the start").toBe("");
    workspace.shell("touch .vale.ini styles/T/Foo.yml");
    expect((await session.post()).raw.stdout).toBe("");
  });

  test("a configuration behind a link is one whose content counts", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.shell(
      "mv .vale.ini shared.ini; ln -s shared.ini .vale.ini; git add -A; git commit -qm Link",
    );
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "foobad\n");
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    workspace.shell("sed -i 's/BasedOnStyles = T/BasedOnStyles =/' shared.ini");
    expect((await session.post()).context).toMatch(/The checks themselves changed: .*\.ini/);
    const stopped = await session.stop();
    expect(stopped.blocked).toBeUndefined();
    expect(stopped.notice).not.toContain("docs/a.md");
  });
});

test("settings that take a changed file out of the scope end what it owes, and what they let in is no change", async () => {
  const workspace = makeWorkspace({
    files: {
      ...start,
      "notes/old.md": "An old foobad.\n",
      ".valehook.toml": 'exclude = ["notes/"]\n',
    },
  });
  workspace.write("notes/untracked.md", "An untracked foobad.\n");
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("docs/a.md", "foobad\n");
  expect((await session.post()).context).toContain("docs/a.md:1:1");
  workspace.write(".valehook.toml", 'exclude = ["docs/a.md"]\n');
  const told = await session.post();
  expect(told.context).toMatch(/The checks themselves changed: \.valehook\.toml/);
  expect(told.context).not.toMatch(/^(?:docs\/a|notes\/\w+)\.md:/m);
  expect(told.context).not.toContain("Git brought in");
  const stopped = await session.stop();
  expect(stopped.blocked).toBeUndefined();
  expect(stopped.notice).not.toContain("docs/a.md");
  workspace.shell("for f in notes/*.md; do echo 'foobad again' >> $f; done");
  const edited = await session.post();
  expect(edited.context).toMatch(/^notes\/old\.md:2:1 /m);
  expect(edited.context).not.toContain("notes/old.md:1:");
  expect(edited.context).toMatch(/^notes\/untracked\.md:2:1 /m);
  expect(edited.context).toContain("No baseline is known for notes/untracked.md");
});

test("a file that is too large is named when it changed, and costs nothing when it didn't", async () => {
  const large = "A line that is fine.\n".repeat(60_000);
  const workspace = makeWorkspace({ files: { ...start, "large.md": large, "other.md": large } });
  const session = agentSession(workspace);
  await session.pre();
  workspace.shell("touch large.md other.md");
  expect((await session.post()).raw.stdout).toBe("");
  workspace.shell("echo more >> large.md");
  expect((await session.post()).context).toMatch(/Not checked: large\.md: .*max_file_bytes/);
  expect((await session.post()).raw.stdout).toBe("");
  const stopped = await session.stop();
  expect(stopped.blocked).toBeUndefined();
  expect(stopped.notice).toContain("large.md");
  workspace.shell("echo foobad > large.md");
  expect((await session.post()).context).toContain("large.md:1:1");
});
