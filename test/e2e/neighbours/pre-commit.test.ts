import { expect, test } from "vitest";
import { codeBlocks, exchanged, readPage } from "../../support/doc-blocks.ts";
import { runProgram, runValehook } from "../../support/hook-driver.ts";
import { providedProgram, withCommand, withValehook } from "../../support/on-path.ts";
import { packTarball } from "../../support/packed.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const [installed = "", published = ""] = codeBlocks("docs/ci.md", "pre-commit", "yaml");
const [shown = ""] = codeBlocks("docs/ci.md", "pre-commit", "text");
const refused = { old: "old.md:1:1", new: "old.md:2:1" };

/** This repository as others name it in `repo:`: a Git repository with its hooks, tagged as the page's `rev:`. */
function hooksRepository(): string {
  const hooks = ".pre-commit-hooks.yaml";
  const repository = makeWorkspace({ files: { [hooks]: readPage(hooks) } });
  repository.git("tag", /^ *rev: (\S+)$/m.exec(published)?.[1] ?? "");
  return repository.root;
}

/** A workspace with the style of `valehook init`, an old finding, and pre-commit as its Git hook. */
async function workspaceWith(config: string): Promise<TestWorkspace> {
  const workspace = makeWorkspace({
    files: { "old.md": "Prior to breakfast.\n", ".pre-commit-config.yaml": config },
  });
  const { root: cwd, env } = workspace;
  expect(await runValehook(["init"], { cwd, env })).toMatchObject({ code: 0 });
  workspace.commit("Choose a style");
  const hooked = await runProgram(providedProgram("pre-commit"), ["install"], { cwd, env });
  expect(hooked).toMatchObject({ code: 0, stderr: "" });
  return workspace;
}

/** `git commit` of everything in old.md. */
async function commit(workspace: TestWorkspace, env: NodeJS.ProcessEnv) {
  workspace.git("add", "old.md");
  return await commitStaged(workspace, env);
}

async function commitStaged({ root: cwd }: TestWorkspace, env: NodeJS.ProcessEnv) {
  const args = ["commit", "--quiet", "--message", "Write of lunch"];
  const { code, stdout, stderr } = await runProgram("git", args, { cwd, env });
  return { code, said: stdout + stderr };
}

async function expectRefusedUntilMended(
  workspace: TestWorkspace,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const before = workspace.git("rev-parse", "HEAD");
  workspace.write("old.md", "Prior to breakfast.\nPrior to lunch.\n");
  const { code, said } = await commit(workspace, env);
  expect(code, said).toBe(1);
  expect(said).toContain(refused.new);
  expect(said).not.toContain(refused.old);
  expect(workspace.git("rev-parse", "HEAD")).toBe(before);

  workspace.write("old.md", "Prior to breakfast.\nBefore lunch.\n");
  const mended = await commit(workspace, env);
  expect(mended.said).toMatch(/^valehook.*\.Passed$/m);
  expect(mended.code).toBe(0);
  expect(workspace.git("rev-parse", "HEAD^")).toBe(before);
  return said;
}

/** What was said, without how long it took. */
function timeless(text: string): string {
  return text.replaceAll(/ in [\da-z. ]+\.$/gm, "").trimEnd();
}

test("the published hook refuses a commit for its new finding, as docs/ci.md shows, and lets the mended one pass", async () => {
  const config = exchanged(published, "https://github.com/OWNER/valehook", hooksRepository());
  const workspace = await workspaceWith(config);
  const said = await expectRefusedUntilMended(workspace, withValehook(workspace.env));
  expect(timeless(said)).toContain(timeless(shown));
});

test("the published valehook-all refuses a commit for an old finding of a staged file too", async () => {
  const config = exchanged(published, "https://github.com/OWNER/valehook", hooksRepository());
  const workspace = await workspaceWith(exchanged(config, "id: valehook", "id: valehook-all"));
  workspace.write("old.md", "Prior to breakfast.\nBefore lunch.\n");
  const env = withValehook(workspace.env);
  const { code, said } = await commit(workspace, env);
  expect(code, said).toBe(1);
  expect(said).toContain(refused.old);
  expect(said).toContain("valehook (all findings)");

  workspace.write("old.md", "Before breakfast.\nBefore lunch.\n");
  expect(await commit(workspace, env)).toMatchObject({ code: 0 });
});

test("a finding that isn't staged does not keep a commit back", async () => {
  const config = exchanged(published, "https://github.com/OWNER/valehook", hooksRepository());
  const workspace = await workspaceWith(config);
  workspace.write("old.md", "Prior to breakfast.\nBefore lunch.\n");
  workspace.git("add", "old.md");
  workspace.write("old.md", "Prior to breakfast.\nBefore lunch.\nPrior to supper.\n");
  const { code, said } = await commitStaged(workspace, withValehook(workspace.env));
  expect(code, said).toBe(0);
  expect(workspace.read("old.md")).toContain("Prior to supper.");
});

test("pre-commit installs the packed valehook itself, without network, and runs that one", async () => {
  const { env: packing } = makeWorkspace();
  const tarball = await packTarball(packing);
  const { version } = JSON.parse(readPage("package.json")) as { readonly version: string };
  const workspace = await workspaceWith(
    exchanged(installed, `valehook@${version}`, `file:${tarball}`),
  );
  const other = withCommand(workspace.env, "valehook", "#!/bin/sh\necho another >&2\nexit 3\n");
  await expectRefusedUntilMended(workspace, { ...other, npm_config_offline: "true" });
});
