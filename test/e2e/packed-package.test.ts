import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../support/hook-driver.ts";
import { projectRoot } from "../support/project-root.ts";
import { foobadStyle, makeWorkspace, temporaryFolder } from "../support/workspace.ts";

test("the packed tarball, installed into an empty project without network, checks a workspace", async () => {
  const { env, root } = makeWorkspace({ files: { ...foobadStyle(), "a.md": "A foobad line.\n" } });
  const folder = temporaryFolder();
  const npm = async (cwd: string, ...args: string[]) => {
    const ran = await runProgram("npm", args, { cwd, env });
    expect(ran.code, ran.stderr).toBe(0);
  };
  await npm(projectRoot, "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  await npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);

  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(
    ["valehook"],
  );
  const packageFolder = join(folder, "node_modules", "valehook");
  expect(statSync(join(packageFolder, "dist", "THIRD-PARTY-LICENSES.txt")).size).toBeGreaterThan(0);
  const command = join(folder, "node_modules", ".bin", "valehook");
  const scanned = await runProgram(command, ["scan", "--format", "text"], { cwd: root, env });
  expect(scanned).toMatchObject({ code: 1, stderr: "" });
  expect(scanned.stdout).toContain("a.md:1:3");
});
