import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { installDebian } from "./debian.mjs";
import { npmInstall } from "./npm-install.mjs";
import { CannotProvide, run } from "./run.mjs";
import { inTools, onPath, wrapCommand } from "./tools-folder.mjs";
import { versions } from "./versions.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const inflate = promisify(brotliDecompress);

async function starts(command) {
  return existsSync(command) && (await run(command, ["--version"])).ok;
}

async function installed() {
  for (const path of names.map(onPath)) {
    if (path !== undefined && (await starts(path))) return path;
  }
  return undefined;
}

async function unpack(archive, folder) {
  const tar = join(folder, "archive.tar");
  await mkdir(folder, { recursive: true });
  await writeFile(tar, await inflate(await readFile(archive)));
  return run("tar", ["-xf", tar, "-C", folder]);
}

function packed(name) {
  return inTools("chromium", "node_modules", "@sparticuz", "chromium", "bin", name);
}

/** A headless Chromium for Linux that comes whole in one npm package, with the libraries it needs. */
async function fromNpm() {
  await npmInstall("chromium", [versions.chromium]);
  const folder = inTools("chromium", "unpacked");
  await unpack(packed("al2023.tar.br"), folder);
  await unpack(packed("swiftshader.tar.br"), folder);
  const program = join(folder, "headless-chromium");
  await writeFile(program, await inflate(await readFile(packed("chromium.br"))));
  await chmod(program, 0o755);
  const starter = join(folder, "chromium");
  const libraries = `LD_LIBRARY_PATH="${folder}/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`;
  await writeFile(starter, `#!/bin/sh\n${libraries} exec "${program}" "$@"\n`);
  await chmod(starter, 0o755);
  return starter;
}

/** `.tools/bin/chromium`, in which the HTML report is tried. */
export async function provideChromium() {
  if (await starts(inTools("bin", "chromium"))) return "Chromium";
  let found = await installed();
  if (found === undefined && (await installDebian(["chromium"]))) found = await installed();
  found ??= await fromNpm();
  if (!(await starts(found))) {
    throw new CannotProvide("Chromium: none that starts.", "Install Chromium, and run this again.");
  }
  await wrapCommand("chromium", found);
  return `Chromium, from ${found}`;
}
