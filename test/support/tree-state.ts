import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Everything that a write below a folder would alter: names, kinds, modes, times and contents, a line each. */
export function treeState(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return ["", ...names].map((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { bigint: true });
    const content = stat.isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : stat.isSymbolicLink()
        ? readlinkSync(path)
        : "";
    return [name, stat.mode, stat.mtimeNs, stat.ino, content].join(" ");
  });
}
