import {
  chmodSync,
  closeSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentSession, textOf, type HookAnswer } from "../../support/agent-session.ts";
import { withoutPrivileges, withReadOnly, withSmallDisk } from "../../support/mounts.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n", "docs/b.md": "All is well.\n" };

/** Fills a file system to its last byte. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(512));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}

/** Names and contents of everything below a folder. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      if (!statSync(path).isFile()) return name;
      return `${name} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
    });
}

/** How often an error number was told in some answers. */
function timesTold(answers: readonly HookAnswer[], what: string): number {
  return answers.map(textOf).join("\n").split(what).length - 1;
}

describe("a full disk", () => {
  test("is told once, blocks no stop, and when there is room again nothing has been lost", async () => {
    const workspace = makeWorkspace({ files: start });
    const state = workspace.at(".git/vale-state");
    workspace.shell("mkdir -m 700 .git/vale-state");
    await withSmallDisk(state, 256, async () => {
      const session = agentSession(workspace);
      await session.pre();
      fill(join(state, "ballast"));
      workspace.write("docs/a.md", "foobad\n");
      const answers = [await session.post(), await session.post(), await session.stop()];
      for (const { raw, blocked } of answers) {
        expect(raw).toMatchObject({ code: 0, stderr: "" });
        expect(blocked).toBeUndefined();
      }
      expect(timesTold(answers, "ENOSPC")).toBe(1);
      rmSync(join(state, "ballast"));
      expect((await session.post()).context).toContain("docs/a.md:1:1");
      expect((await session.stop()).blocked).toContain("docs/a.md:1:1");
    });
  });

  test("without room for a baseline the session says so once and works when there is", async () => {
    const workspace = makeWorkspace({ files: start });
    const state = workspace.at(".git/vale-state");
    workspace.shell("mkdir -m 700 .git/vale-state");
    await withSmallDisk(state, 64, async () => {
      fill(join(state, "ballast"));
      const session = agentSession(workspace);
      const answers = [await session.pre(), await session.post(), await session.stop()];
      for (const { raw, blocked } of answers) {
        expect(raw).toMatchObject({ code: 0, stderr: "" });
        expect(blocked).toBeUndefined();
      }
      expect(timesTold(answers, "ENOSPC")).toBe(1);
      rmSync(join(state, "ballast"));
      await session.pre();
      workspace.write("docs/a.md", "foobad\n");
      expect((await session.post()).context).toContain("docs/a.md:1:1");
    });
  });
});

describe("a read-only Git folder", () => {
  test("is told once and blocks no stop; a session that had its baseline goes on afterwards", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    await withReadOnly(workspace.at(".git"), async () => {
      workspace.write("docs/a.md", "foobad\n");
      const answers = [await session.post(), await session.post(), await session.stop()];
      expect(timesTold(answers, "EROFS")).toBe(1);
      for (const { blocked } of answers) expect(blocked).toBeUndefined();
      const other = agentSession(workspace);
      const others = [
        await other.pre(),
        await other.post(),
        await other.stop(),
        await other.stop(),
      ];
      expect(timesTold(others, "EROFS")).toBe(1);
      for (const { raw } of others) expect(raw).toMatchObject({ code: 0, stderr: "" });
    });
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    expect((await session.stop()).blocked).toContain("docs/a.md:1:1");
  });
});

describe("what may not be read", () => {
  test("a changed file is named with its cause and never counts as clean", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace, { through: withoutPrivileges });
    await session.pre();
    workspace.write("docs/a.md", "foobad\n");
    chmodSync(workspace.at("docs/a.md"), 0);
    workspace.write("docs/b.md", "foobad\n");
    const told = await session.post();
    expect(told.context).toContain("docs/b.md:1:1");
    const stopped = await session.stop();
    expect(stopped.blocked).toContain("docs/b.md:1:1");
    expect(textOf(told) + textOf(stopped)).toMatch(/docs\/a\.md.*(?:EACCES|permission)/i);
    chmodSync(workspace.at("docs/a.md"), 0o644);
    expect((await session.post()).context).toContain("docs/a.md:1:1");
  });

  test("a folder is named with its cause, and its files are found when it can be read again", async () => {
    const workspace = makeWorkspace({ files: { ...start, "secret/c.md": "All is well.\n" } });
    const session = agentSession(workspace, { through: withoutPrivileges });
    await session.pre();
    workspace.write("secret/c.md", "foobad\n");
    workspace.write("docs/a.md", "foobad\n");
    chmodSync(workspace.at("secret"), 0);
    try {
      const told = await session.post();
      const stopped = await session.stop();
      expect(told.raw.stderr + stopped.raw.stderr).toBe("");
      expect(stopped.blocked).toContain("docs/a.md:1:1");
      expect(textOf(told) + textOf(stopped)).toContain("secret");
    } finally {
      chmodSync(workspace.at("secret"), 0o755);
    }
    expect((await session.post()).context).toContain("secret/c.md:1:1");
  });
});

describe("a state folder that was replaced by a link", () => {
  test("is not followed: told once, blocks nothing, and what it leads to stays as it is", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    const state = workspace.at(".git/vale-state");
    const elsewhere = join(workspace.home, "elsewhere");
    renameSync(state, elsewhere);
    symlinkSync(elsewhere, state);
    const before = contents(elsewhere);
    workspace.write("docs/a.md", "foobad\n");
    const answers = [await session.post(), await session.post(), await session.stop()];
    for (const { raw, blocked } of answers) {
      expect(raw).toMatchObject({ code: 0, stderr: "" });
      expect(blocked).toBeUndefined();
    }
    expect(timesTold(answers, "symbolic link")).toBe(1);
    expect(contents(elsewhere)).toEqual(before);
  });
});
