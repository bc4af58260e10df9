import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPackage } from "./package-json.mjs";

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const licenseFile = /^(licen[cs]e|copying|notice)/i;

/** The folders, relative to the root and sorted, of the packages whose code is in the bundle. */
export function bundledPackages(metafile) {
  const used = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs)
      .filter(([, input]) => input.bytesInOutput > 0)
      .map(([path]) => packageFolder.exec(path)?.[0]),
  );
  return [...new Set(used)].filter((folder) => folder !== undefined).sort();
}

async function licenseOf(folder) {
  const { name, version, license } = await readPackage(folder);
  const files = (await readdir(folder)).filter((file) => licenseFile.test(file)).sort();
  if (typeof license !== "string") throw new Error(`${name} names no licence in its package.json`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n");
}

/** Writes the licences of everything that is bundled; a package without one fails the build. */
export async function writeLicenses(root, metafiles, target) {
  const folders = [...new Set(metafiles.flatMap(bundledPackages))];
  const licenses = await Promise.all(folders.map((folder) => licenseOf(join(root, folder))));
  const rule = `\n\n${"=".repeat(80)}\n\n`;
  const head = "valehook's program files contain these packages.";
  await writeFile(target, `${[head, ...licenses].join(rule)}\n`);
}
