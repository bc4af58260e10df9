import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sessionFolderName } from "../../../src/state/store-paths.ts";
import { agentSession, textOf } from "../../support/agent-session.ts";
import { stracePath } from "../../support/strace.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n", "docs/b.md": "All is well.\n" };

/**
 * Starts a program on a disk of which one file gives I/O errors, or every file where none is named: to the program and to
 * all that it starts.
 */
function onBadSectors(calls: string, path: string | undefined): readonly string[] {
  const quiet = ["-f", "-qq", "-e", "signal=none", "-o", "/dev/null"];
  const only = path === undefined ? [] : ["-P", path];
  return [stracePath(), ...quiet, ...only, "-e", `inject=${calls}:error=EIO`];
}

const reads = "read,pread64,readv,preadv";

/** The same session, one of whose files can't be read or written at the moment. */
function broken(workspace: TestWorkspace, id: string, calls: string, path?: string) {
  return agentSession(workspace, { id, through: onBadSectors(calls, path) });
}

async function begun(): Promise<{ workspace: TestWorkspace; id: string; state: string }> {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  await session.pre();
  await session.post();
  const state = join(workspace.at(".git/vale-state"), sessionFolderName(session.id));
  return { workspace, id: session.id, state };
}

describe("a disk that gives I/O errors", () => {
  test("where a changed file lies: it is named with its cause, and found when it can be read", async () => {
    const { workspace, id } = await begun();
    workspace.write("docs/a.md", "foobad\n");
    workspace.write("docs/b.md", "foobad\n");
    const session = broken(workspace, id, reads, workspace.at("docs/a.md"));
    const told = await session.post();
    const stopped = await session.stop();
    expect(told.raw.stderr + stopped.raw.stderr).toBe("");
    expect(told.context).toContain("docs/b.md:1:1");
    expect(textOf(told) + textOf(stopped)).toMatch(/docs\/a\.md.*EIO/);
    expect(stopped.blocked).not.toContain("docs/a.md:1:1");
    expect((await agentSession(workspace, { id }).post()).context).toContain("docs/a.md:1:1");
  });

  test("where only its stamp can't be read: it isn't taken for unchanged", async () => {
    const { workspace, id } = await begun();
    workspace.write("docs/a.md", "foobad\n");
    const stats = "stat,lstat,newfstatat,statx";
    const session = broken(workspace, id, stats, workspace.at("docs/a.md"));
    const told = await session.post();
    const stopped = await session.stop();
    expect(textOf(told) + textOf(stopped)).toMatch(/docs\/a\.md.*EIO/);
    expect((await agentSession(workspace, { id }).stop()).blocked).toContain("docs/a.md:1:1");
  });

  test.each(["session.json", "current", "baseline"])(
    "where %s of the state lies: it is told and set aside, blocks no stop, and the session goes on",
    async (name) => {
      const { workspace, id, state } = await begun();
      workspace.write("docs/a.md", "foobad\n");
      const session = broken(workspace, id, reads, join(state, name));
      const told = await session.post();
      const stopped = await session.stop();
      expect(told.raw.stderr + stopped.raw.stderr).toBe("");
      expect(textOf(told)).toMatch(/EIO|set aside/);
      expect(stopped.blocked).toBeUndefined();
      const later = agentSession(workspace, { id });
      await later.post();
      workspace.write("docs/b.md", "foobad\n");
      expect((await later.post()).context).toContain("docs/b.md:1:1");
    },
  );

  test("where the state is written: told, blocks nothing of its own, and the finding comes in full", async () => {
    const { workspace, id } = await begun();
    workspace.write("docs/a.md", "foobad\n");
    const session = broken(workspace, id, "rename,fsync");
    const told = await session.post();
    const stopped = await session.stop();
    expect(told.raw.stderr + stopped.raw.stderr).toBe("");
    expect(textOf(told) + textOf(stopped)).toMatch(/EIO|docs\/a\.md:1:1/);
    expect(stopped.blocked ?? "docs/a.md:1:1").toContain("docs/a.md:1:1");
    const later = agentSession(workspace, { id });
    expect(textOf(await later.post()) + textOf(await later.stop())).toContain("docs/a.md:1:1");
  });
});
