import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { runProgram } from "./hook-driver.ts";
import { projectRoot } from "./project-root.ts";
import { temporaryFolder } from "./workspace.ts";

/**
 * Packs the built project as it is published; returns the tarball's path. Packs a copy, since packing puts the program
 * into the plugin, and another test may be packing too.
 */
export async function packTarball(env: NodeJS.ProcessEnv): Promise<string> {
  const copy = temporaryFolder();
  const { files } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    readonly files: readonly string[];
  };
  const inPlugin = join(projectRoot, "plugin", "valehook", "dist");
  for (const path of ["package.json", "scripts/pack-plugin.mjs", ...files]) {
    cpSync(join(projectRoot, path), join(copy, path), {
      recursive: true,
      filter: (source) => source !== inPlugin,
    });
  }
  const run = async (command: string, args: readonly string[]) => {
    const ran = await runProgram(command, args, { cwd: copy, env });
    expect(ran.code, ran.stderr).toBe(0);
  };
  await run(process.execPath, ["scripts/pack-plugin.mjs"]);
  const folder = temporaryFolder();
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}
