import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { runProgram, type ProgramResult } from "../support/hook-driver.ts";
import { withValehook } from "../support/on-path.ts";
import { packTarball } from "../support/packed.ts";
import { projectRoot } from "../support/project-root.ts";
import {
  foobadStyle,
  makeWorkspace,
  temporaryFolder,
  type TestWorkspace,
} from "../support/workspace.ts";

/** A runner of GitHub Actions in a folder: the files by which a step speaks to it, and its environment. */
interface Runner {
  readonly env: NodeJS.ProcessEnv;
  readonly said: (file: "GITHUB_OUTPUT" | "GITHUB_PATH") => string;
  readonly step: (
    name: "install" | "scan",
    cwd: string,
    env?: NodeJS.ProcessEnv,
  ) => Promise<ProgramResult>;
}

function runner(base: NodeJS.ProcessEnv): Runner {
  const folder = temporaryFolder();
  const files = {
    GITHUB_OUTPUT: join(folder, "output"),
    GITHUB_PATH: join(folder, "path"),
  };
  for (const path of Object.values(files)) writeFileSync(path, "");
  const env: NodeJS.ProcessEnv = {
    ...withValehook(base),
    ...files,
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: projectRoot,
    RUNNER_TEMP: folder,
  };
  return {
    env,
    said: (file) => readFileSync(files[file], "utf8"),
    step: async (name, cwd, extra = {}) =>
      await runProgram("bash", [join(projectRoot, "scripts", "action", `${name}.sh`)], {
        cwd,
        env: { ...env, ...extra },
      }),
  };
}

/** A pull request as GitHub keeps it: the merge of its branch into main, which only the reference of the pull request names. */
function pullRequest(): { readonly origin: TestWorkspace; readonly merge: string } {
  const origin = makeWorkspace({ files: { ...foobadStyle(), "old.md": "An old foobad line.\n" } });
  origin.git("switch", "--quiet", "--create", "topic");
  origin.write("old.md", "An old foobad line.\nA new foobad line.\n");
  origin.commit("Write a line");
  origin.git("switch", "--quiet", "main");
  origin.write("later.md", "A foobad line of main.\n");
  origin.commit("Go on with main");
  origin.git("switch", "--quiet", "--detach");
  origin.git("merge", "--quiet", "--no-ff", "--no-edit", "topic");
  const merge = origin.git("rev-parse", "HEAD");
  origin.git("update-ref", "refs/pull/1/merge", merge);
  origin.git("switch", "--quiet", "main");
  return { origin, merge };
}

/** What actions/checkout does by default: one commit, no history. */
function checkOut(origin: TestWorkspace, ref: string): TestWorkspace {
  const clone = makeWorkspace();
  clone.git("remote", "add", "origin", pathToFileURL(origin.root).href);
  clone.git(
    "fetch",
    "--quiet",
    "--no-tags",
    "--depth=1",
    "origin",
    `+${ref}:refs/remotes/checkout`,
  );
  clone.git("checkout", "--quiet", "--force", "refs/remotes/checkout");
  return clone;
}

test("the action annotates what a pull request brought, from a checkout without history", async () => {
  const { origin, merge } = pullRequest();
  const clone = checkOut(origin, "refs/pull/1/merge");
  const { step, said } = runner(clone.env);
  const checked = await step("scan", clone.root, {
    GITHUB_BASE_REF: "main",
    GITHUB_REF: "refs/pull/1/merge",
    GITHUB_SHA: merge,
    VALEHOOK_INPUT_SARIF_FILE: "vale.sarif",
  });
  expect(checked.stderr).toBe("");
  expect(checked.code).toBe(1);
  expect(checked.stdout.match(/^::warning .*$/gm)).toEqual([
    "::warning file=old.md,line=2,endLine=2,col=7,endColumn=13,title=T.Foo::Avoid 'foobad'.",
  ]);
  expect(said("GITHUB_OUTPUT")).toBe("status=findings\nfindings=1\n");
  expect(JSON.parse(clone.read("vale.sarif"))).toMatchObject({
    version: "2.1.0",
    runs: [{ results: [{ ruleId: "T.Foo" }] }],
  });
});

test("a checkout of the branch itself is compared with the base branch, and fails where that isn't there", async () => {
  const { origin } = pullRequest();
  const clone = checkOut(origin, "refs/heads/topic");
  const { step } = runner(clone.env);
  const env = { GITHUB_BASE_REF: "main", GITHUB_REF: "refs/pull/1/head", GITHUB_SHA: "0" };
  const shallow = await step("scan", clone.root, env);
  expect(shallow.code).not.toBe(0);
  expect(shallow.stderr).toContain("origin/main");
  clone.git("fetch", "--quiet", "--unshallow", "origin", "+refs/heads/*:refs/remotes/origin/*");
  const whole = await step("scan", clone.root, env);
  expect(whole.stdout.match(/^::warning .*$/gm)).toHaveLength(1);
  expect(whole.code).toBe(1);
});

test("outside a pull request every file counts, and fail-on decides", async () => {
  const { origin } = pullRequest();
  const { step, said } = runner(origin.env);
  const checked = await step("scan", origin.root, { VALEHOOK_INPUT_FAIL_ON: "error" });
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(said("GITHUB_OUTPUT")).toBe("status=findings\nfindings=2\n");
});

test("the first step installs valehook where the next step finds it", async () => {
  const { env, root } = makeWorkspace();
  const tarball = await packTarball(env);
  const { step, said } = runner({ ...env, npm_config_offline: "true" });
  const installed = await step("install", root, {
    VALEHOOK_INPUT_VERSION: `file:${tarball}`,
  });
  expect(installed.code, installed.stderr).toBe(0);
  const [commands = ""] = said("GITHUB_PATH").split("\n");
  const version = await runProgram(join(commands, "valehook"), ["--version"], { cwd: root, env });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+/);
});
