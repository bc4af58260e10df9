import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gitListing, listingOf } from "./workspaces.mjs";

/** Compiles the C walker. Without a C compiler there is no floor, which is said. */
export function compileWalker(folder) {
  const walker = join(folder, "lstat-walk");
  const source = fileURLToPath(new URL("floor.c", import.meta.url));
  const compiled = spawnSync("cc", ["-O2", "-o", walker, source], { encoding: "utf8" });
  if (compiled.status === 0) return walker;
  const why = compiled.error?.message ?? compiled.stderr;
  throw new Error(`The floor needs a C compiler as cc (gcc or clang): ${why}`);
}

/** The three things that no implementation can do without, each as a process: they are run one after another. */
export function floorCases(walker, workspace, scratch, env, label) {
  const listing = join(scratch, `listing-${label}`);
  writeFileSync(listing, listingOf(workspace, env));
  return [
    { name: `${label} git`, command: "git", args: gitListing, cwd: workspace, env },
    { name: `${label} lstat`, command: walker, args: [workspace, listing], cwd: scratch, env },
    { ...emptyScript(scratch, env), name: `${label} node` },
  ];
}

export function emptyScript(cwd, env) {
  const script = fileURLToPath(new URL("empty.cjs", import.meta.url));
  return { name: "empty script", command: process.execPath, args: [script], cwd, env };
}

/** The floor's time under a statistic: the sum of its parts. */
export function floorOf(times, label, statistic) {
  return ["git", "lstat", "node"].reduce(
    (sum, part) => sum + statistic(times.get(`${label} ${part}`)),
    0,
  );
}
