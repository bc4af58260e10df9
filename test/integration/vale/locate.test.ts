import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locateVale } from "../../../src/vale/locate.ts";
import { goModuleVersion } from "../../../src/vale/go-build-info.ts";
import { valeVersion } from "../../../src/vale/vale-version.ts";
import { valeVersions } from "../../support/vale-versions.ts";
import { makeWorkspace, writeExecutable, type TestWorkspace } from "../../support/workspace.ts";

/** Looks in the workspace's own folders only, whatever this machine has. */
function locate(
  workspace: TestWorkspace,
  env: NodeJS.ProcessEnv,
  over: Partial<Parameters<typeof locateVale>[0]> = {},
) {
  return locateVale({
    trusted: false,
    root: workspace.root,
    installFolders: [],
    env: { HOME: workspace.home, ...env },
    ...over,
  });
}

function workspaceWithVale() {
  const workspace = makeWorkspace({ kind: "plain" });
  const inside = writeExecutable(workspace.at("node_modules/.bin"), "vale", "#!/bin/sh\n");
  const outside = writeExecutable(join(workspace.home, "tools"), "vale", "#!/bin/sh\n");
  return { workspace, inside, outside };
}

test("what is named comes first: the variable, then the configuration, then PATH", async () => {
  const { workspace, outside } = workspaceWithVale();
  const named = {
    path: writeExecutable(join(workspace.home, "named"), "vale", ""),
    namedBy: "config.toml",
  };
  const env = { PATH: join(workspace.home, "tools") };
  expect(await locate(workspace, env)).toMatchObject({ ok: true, value: { path: outside } });
  expect(await locate(workspace, env, { named })).toMatchObject({
    ok: true,
    value: { path: named.path },
  });
  const byVariable = { ...env, VALEHOOK_VALE: outside };
  expect(await locate(workspace, byVariable, { named })).toMatchObject({
    ok: true,
    value: { path: outside },
  });
});

test("one that is named and isn't there is an error, whatever PATH has", async () => {
  const { workspace } = workspaceWithVale();
  const env = { PATH: join(workspace.home, "tools"), VALEHOOK_VALE: "/nowhere/vale" };
  expect(await locate(workspace, env)).toEqual({
    ok: false,
    problem: { code: "vale-named-missing", path: "/nowhere/vale", namedBy: "VALEHOOK_VALE" },
  });
});

test("one that is named and can't be started is told as such", async () => {
  const { workspace, outside } = workspaceWithVale();
  chmodSync(outside, 0o644);
  expect(await locate(workspace, { VALEHOOK_VALE: outside })).toMatchObject({
    ok: false,
    problem: { code: "vale-not-runnable", path: outside },
  });
});

test("a program inside the workspace is passed over and named, unless the workspace is trusted", async () => {
  const { workspace, inside, outside } = workspaceWithVale();
  const bin = workspace.at("node_modules/.bin");
  const both = { PATH: `${bin}:${join(workspace.home, "tools")}` };
  expect(await locate(workspace, both)).toMatchObject({ ok: true, value: { path: outside } });
  expect(await locate(workspace, both, { trusted: true })).toMatchObject({
    ok: true,
    value: { path: inside },
  });
  const link = join(workspace.home, "link");
  symlinkSync(bin, link);
  expect(await locate(workspace, { PATH: `${bin}:${link}:.:` })).toEqual({
    ok: false,
    problem: { code: "vale-missing", skippedInWorkspace: [inside, join(link, "vale")] },
  });
});

test("what isn't a program is passed over", async () => {
  const { workspace, outside } = workspaceWithVale();
  const plain = join(workspace.home, "plain");
  chmodSync(writeExecutable(plain, "vale", "text"), 0o644);
  const env = { PATH: `${plain}:/nowhere:${join(workspace.home, "tools")}` };
  expect(await locate(workspace, env)).toMatchObject({ ok: true, value: { path: outside } });
});

test("the person's own folders are looked in when PATH has none", async () => {
  const workspace = makeWorkspace({ kind: "plain" });
  const path = writeExecutable(join(workspace.home, ".local/bin"), "vale", "#!/bin/sh\n");
  expect(await locate(workspace, { PATH: "/nowhere" })).toMatchObject({
    ok: true,
    value: { path },
  });
});

test.each(valeVersions())(
  "Vale $version tells its version, whoever built it",
  async ({ version, path }) => {
    expect(await valeVersion({ path })).toMatch(
      new RegExp(`^${version.replace(".", "\\.")}\\.\\d+$`),
    );
  },
);

test("a released Vale is believed, one that says nothing has no version", async () => {
  const { home } = makeWorkspace({ kind: "plain" });
  const released = writeExecutable(
    join(home, "a"),
    "vale",
    "#!/bin/sh\necho 'vale version 3.7.1'\n",
  );
  expect(await valeVersion({ path: released })).toBe("3.7.1");
  const mute = writeExecutable(join(home, "b"), "vale", "#!/bin/sh\nexit 1\n");
  expect(await valeVersion({ path: mute })).toBeUndefined();
  expect(await goModuleVersion(process.execPath)).toBeUndefined();
});

test("its parsers are looked for where it itself is: outside the workspace, unless that is trusted", async () => {
  const { workspace, outside } = workspaceWithVale();
  const tools = join(workspace.home, "tools");
  const path = `${workspace.at("node_modules/.bin")}:bin::${tools}:/nowhere`;
  for (const env of [{ PATH: path }, { PATH: path, VALEHOOK_VALE: outside }]) {
    expect(await locate(workspace, env)).toMatchObject({
      value: { searchPath: `${tools}:/nowhere` },
    });
    expect(await locate(workspace, env, { trusted: true })).toMatchObject({
      value: { searchPath: path },
    });
  }
});
