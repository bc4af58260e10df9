/**
 * The straightforward implementation of a look, for comparison: Git to its end, then a promise a file, then
 * a map of objects against the last one, kept as JSON.
 *
 *   node bench/naive.mjs take|look <root> <state file>
 */
import { execFile } from "node:child_process";
import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const listArguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
const [, , verb, root, stateFile] = process.argv;

async function stampOf(path) {
  try {
    const stat = await lstat(join(root, path), { bigint: true });
    if (!stat.isFile()) return undefined;
    return [stat.mtimeNs, stat.ctimeNs, stat.size, stat.ino].join(" ");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

const { stdout } = await promisify(execFile)("git", listArguments, {
  cwd: root,
  maxBuffer: 1 << 30,
});
const paths = stdout.split("\0").filter((path) => path !== "");
const stamps = await Promise.all(paths.map(async (path) => [path, await stampOf(path)]));
const now = Object.fromEntries(stamps.filter(([, stamp]) => stamp !== undefined));
if (verb === "take") {
  await writeFile(stateFile, JSON.stringify(now));
} else {
  const before = JSON.parse(await readFile(stateFile, "utf8"));
  const changed = Object.keys({ ...before, ...now }).filter((path) => before[path] !== now[path]);
  if (changed.length > 0) throw new Error(`${changed.length} files changed under the bench`);
}
