import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { runProgram } from "./hook-driver.ts";
import { projectRoot } from "./project-root.ts";
import { temporaryFolder } from "./workspace.ts";

/** Packs the built project as it would be published; returns the tarball's path. */
export async function packTarball(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = temporaryFolder();
  const args = ["pack", "--ignore-scripts", "--pack-destination", folder];
  const packed = await runProgram("npm", args, { cwd: projectRoot, env });
  expect(packed.code, packed.stderr).toBe(0);
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  return join(folder, name);
}
