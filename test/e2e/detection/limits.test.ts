import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import {
  foobadStyle,
  makeWorkspace,
  writeExecutable,
  type TestWorkspace,
} from "../../support/workspace.ts";

const pages = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`docs/p${index}.md`, "Fine.\n"]));

/** An environment whose Git leaves a mark in the home folder whenever it lists. */
function watchedGit(workspace: TestWorkspace): {
  readonly env: NodeJS.ProcessEnv;
  readonly listed: () => boolean;
} {
  const mark = join(workspace.home, "listed");
  const bin = join(workspace.home, "bin");
  writeExecutable(
    bin,
    "git",
    `#!/bin/sh\ncase "$*" in *ls-files*) : > '${mark}';; esac\nPATH="\${PATH#*:}" exec git "$@"\n`,
  );
  return {
    env: { ...workspace.env, PATH: `${bin}:${workspace.env["PATH"]}` },
    listed: () => {
      const was = existsSync(mark);
      if (was) renameSync(mark, `${mark}-seen`);
      return was;
    },
  };
}

describe("more files than max_files", () => {
  test("is told once with how to narrow it; later events don't even list until the settings change", async () => {
    const workspace = makeWorkspace({
      files: { ...foobadStyle(), ...pages(20), ".valehook.toml": "max_files = 10\n" },
    });
    const { env, listed } = watchedGit(workspace);
    const session = agentSession({ root: workspace.root, env });
    expect((await session.pre()).raw.stdout).toBe("");
    expect(listed()).toBe(true);
    const told = await session.post();
    expect(told.context).toMatch(
      /20 eligible files, more than max_files \(10\).*include or exclude/,
    );
    listed();
    for (const answer of [
      await session.pre(),
      await session.post(),
      await session.stop(),
      await session.stop({ active: true }),
    ]) {
      expect(answer.raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
    expect(listed()).toBe(false);
    workspace.write(
      ".valehook.toml",
      "max_files = 10\ninclude = ['docs/p1*']\nexclude = ['docs/p11.md']\n",
    );
    await session.pre();
    workspace.write("docs/p1.md", "foobad\n");
    expect((await session.post()).context).toContain("docs/p1.md:1:1");
  });

  test("says nothing where no Vale configuration applies", async () => {
    const workspace = makeWorkspace({
      files: { ...pages(20), ".valehook.toml": "max_files = 10\n" },
    });
    const session = agentSession(workspace);
    await session.pre();
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await session.stop()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  test("that come while the session runs are told once, and what changed is covered when they are gone", async () => {
    const workspace = makeWorkspace({
      files: { ...foobadStyle(), ...pages(8), ".valehook.toml": "max_files = 10\n" },
    });
    const { env, listed } = watchedGit(workspace);
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    for (const [path, text] of Object.entries(pages(20))) workspace.write(`more/${path}`, text);
    workspace.write("docs/p1.md", "foobad\n");
    expect((await session.post()).context).toMatch(/28 eligible files, more than max_files/);
    listed();
    expect((await session.post()).raw.stdout).toBe("");
    expect(listed()).toBe(false);
    expect((await session.stop()).raw.stdout).toBe("");
    workspace.remove("more");
    expect((await session.stop()).blocked).toContain("docs/p1.md:1:1");
    workspace.write("docs/p2.md", "foobad\n");
    expect((await session.post()).context).toContain("docs/p2.md:1:1");
  });

  test("outside Git the walk ends early and is told the same way", async () => {
    const workspace = makeWorkspace({
      kind: "plain",
      files: { ...foobadStyle(), ...pages(20), ".valehook.toml": "max_files = 10\n" },
    });
    const session = agentSession(workspace);
    await session.pre();
    expect((await session.post()).context).toMatch(/more than max_files \(10\)/);
    expect((await session.pre()).raw.stdout).toBe("");
    expect((await session.post()).raw.stdout).toBe("");
    expect((await session.stop()).raw.stdout).toBe("");
  });
});

test("a listing of more than eight mebibytes", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "docs/a.md": "Fine.\n" } });
  const long = "x".repeat(200);
  workspace.shell(
    `id=$(git hash-object -w --stdin < docs/a.md); i=0; while [ $i -lt 45000 ]; do i=$((i+1)); echo "100644 $id\tdata/${long}-$i.bin"; done | git update-index --index-info`,
  );
  expect(Buffer.byteLength(workspace.git("ls-files"))).toBeGreaterThan(8 * 1024 * 1024);
  const session = agentSession(workspace);
  await session.pre();
  expect((await session.post()).raw.stdout).toBe("");
  workspace.write("docs/a.md", "foobad\n");
  expect((await session.post()).context).toContain("docs/a.md:1:1");
  expect((await session.stop()).blocked).toContain("docs/a.md:1:1");
});

describe("a workspace without a Vale configuration", () => {
  test("hears nothing of what Git brings in", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "Fine.\n" } });
    workspace.shell(
      "git checkout -qb other; echo foobad > b.md; git add b.md; git commit -qm B; git checkout -q main",
    );
    const session = agentSession(workspace);
    await session.pre();
    workspace.git("checkout", "-q", "other");
    expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});
