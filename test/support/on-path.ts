import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { programPath } from "./hook-driver.ts";
import { projectRoot } from "./project-root.ts";
import { temporaryFolder, writeExecutable } from "./workspace.ts";

/** The environment with a command before all others on PATH. */
export function withCommand(
  env: NodeJS.ProcessEnv,
  name: string,
  script: string,
): NodeJS.ProcessEnv {
  const folder = temporaryFolder();
  writeExecutable(folder, name, script);
  return { ...env, PATH: [folder, env["PATH"]].join(delimiter) };
}

/** The environment with the built program on PATH as `valehook`. */
export function withValehook(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const script = `#!/bin/sh\nexec "${process.execPath}" "${programPath()}" "$@"\n`;
  return withCommand(env, "valehook", script);
}

/** Where a program is that `npm run provide` brings. A test that needs it fails without it. */
export function providedProgram(name: string): string {
  const path = join(projectRoot, ".tools", "bin", name);
  if (!existsSync(path)) throw new Error(`${path} is not there: run npm run provide`);
  return path;
}
