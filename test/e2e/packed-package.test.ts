import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../support/hook-driver.ts";
import { packTarball } from "../support/packed.ts";
import { foobadStyle, makeWorkspace, temporaryFolder } from "../support/workspace.ts";

/** What people are told to find in the package. */
const promised = [
  "LICENSE",
  "README.md",
  "docs/getting-started-claude.md",
  "docs/getting-started-codex.md",
  "schemas/scan-report.schema.json",
  "plugin/README.md",
  "plugin/.claude-plugin/marketplace.json",
  "plugin/.agents/plugins/marketplace.json",
  "plugin/valehook/hooks/hooks.json",
  "plugin/valehook/dist/valehook.cjs",
  "plugin/valehook/dist/main.mjs",
];

test("the packed tarball, installed into an empty project without network, checks a workspace", async () => {
  const { env, root } = makeWorkspace({ files: { ...foobadStyle(), "a.md": "A foobad line.\n" } });
  const tarball = await packTarball(env);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const install = ["install", "--offline", "--no-audit", "--no-fund", tarball];
  const installed = await runProgram("npm", install, { cwd: folder, env });
  expect(installed.code, installed.stderr).toBe(0);

  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(
    ["valehook"],
  );
  const packageFolder = join(folder, "node_modules", "valehook");
  for (const file of promised) expect(existsSync(join(packageFolder, file)), file).toBe(true);
  expect(statSync(join(packageFolder, "dist", "THIRD-PARTY-LICENSES.txt")).size).toBeGreaterThan(0);
  const command = join(folder, "node_modules", ".bin", "valehook");
  const scanned = await runProgram(command, ["scan", "--format", "text"], { cwd: root, env });
  expect(scanned).toMatchObject({ code: 1, stderr: "" });
  expect(scanned.stdout).toContain("a.md:1:3");

  await expectWorks(command, env);
});

/** What the guides lead through, with the installed command alone: first configuration, hooks, a session, a report of a fault. */
async function expectWorks(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { root: cwd } = makeWorkspace({ files: { "README.md": "# Tools\n\nAll is well.\n" } });
  const run = async (args: readonly string[], input?: string) =>
    await runProgram(command, args, { cwd, env, ...(input === undefined ? {} : { input }) });
  expect(await run(["init"])).toMatchObject({ code: 0, stderr: "" });
  expect((await run(["install", "--client", "claude", "--scope", "local"])).code).toBe(0);
  const diagnosed = await run(["doctor", "--json"]);
  expect(JSON.parse(diagnosed.stdout)).toMatchObject({ schema: 1 });

  const event = (name: string): string =>
    JSON.stringify({
      session_id: "s",
      cwd,
      hook_event_name: name,
      tool_name: "Bash",
      tool_input: { command: "true" },
      stop_hook_active: false,
    });
  const send = async (name: string) => await run(["hook", "--client", "claude"], event(name));
  expect(await send("PreToolUse")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  writeFileSync(join(cwd, "README.md"), "# Tools\n\nUtilize the sheet.\n");
  expect((await send("PostToolUse")).stdout).toContain("README.md:3:1");
  expect(JSON.parse((await send("Stop")).stdout)).toMatchObject({ decision: "block" });
  expect((await run(["uninstall", "--client", "claude", "--scope", "local"])).code).toBe(0);
}
