import { symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { runValehook } from "../support/hook-driver.ts";
import { valePath } from "../support/vale.ts";
import { foobadStyle, makeWorkspace } from "../support/workspace.ts";

const pages = Object.fromEntries(
  Array.from({ length: 3 }, (_, index) => [`docs/p${index}.md`, "foobad\n"]),
);

describe("a scan that can't be done says what to do", () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), ...pages } });
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    await runValehook(args, { cwd: workspace.at("docs"), env: { ...workspace.env, ...env } });

  test("without Vale: the cause once, then the files; JSON has it for each", async () => {
    const env = { VALEHOOK_VALE: "/nowhere/vale" };
    const scanned = await run(["scan"], env);
    expect(scanned).toMatchObject({ code: 2, stderr: "" });
    expect(scanned.stdout.match(/VALEHOOK_VALE names \/nowhere\/vale/g)).toHaveLength(1);
    expect(scanned.stdout).toContain("    docs/p0.md\n    docs/p1.md\n    docs/p2.md\n");
    const { incomplete } = JSON.parse((await run(["scan", "--json"], env)).stdout) as {
      incomplete: readonly unknown[];
    };
    expect(incomplete).toHaveLength(3);
    expect(incomplete[0]).toMatchObject({ path: "docs/p0.md", code: "vale-named-missing" });
  });

  test("a mistyped flag, command or value: the one that was meant, and the help to look at", async () => {
    const flag = await run(["scan", "--sinse", "main"]);
    expect(flag).toMatchObject({ code: 2, stdout: "" });
    expect(flag.stderr).toBe(
      "valehook: Unknown flag --sinse. Did you mean --since? See valehook scan --help.\n",
    );
    expect((await run(["scna"])).stderr).toContain("Did you mean scan? See valehook --help.");
    expect((await run(["scan", "--format", "jsno"])).stderr).toContain("Did you mean json?");
    expect((await run(["scan", "--format", "xml"])).stderr).not.toContain("Did you mean");
    expect((await run(["fix", "--dryrun"])).stderr).toContain("Did you mean --dry-run?");
    expect((await run(["status", "now"])).stderr).toContain("takes no arguments, and now is one.");
  });

  test("help of a command, however it is asked for; of an unknown one the words for those", async () => {
    const flag = await run(["scan", "--help"]);
    expect(flag.stdout).toContain("Usage: valehook scan");
    expect(await run(["help", "scan"])).toEqual(flag);
    expect((await run(["help", "hook"])).stdout).toContain("Usage: valehook hook");
    expect((await run(["help", "scna"])).stderr).toContain("Unknown command scna. Did you mean");
    for (const args of [["help"], ["help", "help"], ["help", "--help"]]) {
      expect((await run(args)).stdout).toContain("Usage: valehook <command>");
    }
  });

  test("a missing path: its name, and where paths start from", async () => {
    const missing = await run(["scan", "nope.md"]);
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("nope.md does not exist. A path is absolute or starts from");
  });
});

test("without a configuration: how to get one", async () => {
  const workspace = makeWorkspace({ files: { "a.md": "fine\n" } });
  const scanned = await runValehook(["scan"], { cwd: workspace.root, env: workspace.env });
  expect(scanned).toMatchObject({ code: 2, stderr: "" });
  expect(scanned.stdout).toContain(
    "has no Vale configuration, so nothing was checked. Run valehook init",
  );
});

test("a Vale in ~/.local/bin is found where PATH is bare", async () => {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), "a.md": "foobad\n" } });
  const home = makeWorkspace({ kind: "plain", files: { ".local/bin/README": "" } });
  symlinkSync(valePath(), home.at(".local/bin/vale"));
  const env = { HOME: home.root, PATH: "/usr/bin:/bin" };
  const scanned = await runValehook(["scan"], { cwd: workspace.root, env });
  expect(scanned).toMatchObject({ code: 1, stderr: "" });
  expect(scanned.stdout).toContain("a.md:1:1");
});
