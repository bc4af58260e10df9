import { mkdir, writeFile } from "node:fs/promises";
import { CannotProvide, runNpm, tail } from "./run.mjs";
import { inTools } from "./tools-folder.mjs";

/**
 * Installs npm packages of exact versions into a folder of their own below the tools folder. Their
 * install scripts run only if `scripts` says so: most are only read, or run by path.
 */
export async function npmInstall(folder, packages, { scripts = false } = {}) {
  const prefix = inTools(folder);
  await mkdir(prefix, { recursive: true });
  await writeFile(`${prefix}/package.json`, '{ "private": true }\n');
  const options = ["--prefix", prefix, "--save-exact", "--legacy-peer-deps"];
  if (!scripts) options.push("--ignore-scripts");
  const { ok, output } = await runNpm(["install", ...options, ...packages], inTools("npm"));
  if (ok) return;
  throw new CannotProvide(
    `${packages.join(", ")}: npm install failed:\n${tail(output)}`,
    "See that the npm registry can be reached, and run this again.",
  );
}
