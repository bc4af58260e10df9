import { existsSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const clone = fileURLToPath(new URL("../..", import.meta.url));

/** The ignored folder of the clone that holds what is provided. */
export const tools = join(clone, ".tools");

/** A path below the tools folder. */
export function inTools(...parts) {
  return join(tools, ...parts);
}

/** Where a command is on PATH, outside this clone; undefined when it isn't there. */
export function onPath(command) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && !`${folder}${sep}`.startsWith(clone))
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));
}

/** Makes `.tools/bin/<name>` a link to `target`, whatever was there. */
export async function linkCommand(name, target) {
  const link = inTools("bin", name);
  await mkdir(dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(target.startsWith(tools) ? relative(dirname(link), target) : target, link);
}

/** Makes `.tools/bin/<name>` run a command of the machine under its own name, which some go by. */
export async function wrapCommand(name, target) {
  const wrapper = inTools("bin", name);
  await mkdir(dirname(wrapper), { recursive: true });
  await rm(wrapper, { force: true });
  await writeFile(wrapper, `#!/bin/sh\nexec "${target}" "$@"\n`, { mode: 0o755 });
}
