import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The parsed package.json of a folder. */
export async function readPackage(folder) {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}
