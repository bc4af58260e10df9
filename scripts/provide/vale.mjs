import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goInstall } from "./go.mjs";
import { run } from "./run.mjs";
import { inTools, linkCommand, onPath } from "./tools-folder.mjs";
import { versions } from "./versions.mjs";

const probe = {
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n[*.md]\nBasedOnStyles = Probe\n",
  "styles/Probe/Word.yml":
    "extends: existence\nmessage: found\nlevel: warning\ntokens:\n  - probeword\n",
  "a.md": "A probeword here.\n",
};

/** True when this program finds what a Vale must find: a wrapper that can't run one does not. */
async function isVale(program) {
  const folder = await mkdtemp(join(tmpdir(), "valehook-probe-"));
  try {
    await mkdir(join(folder, "styles/Probe"), { recursive: true });
    for (const [path, content] of Object.entries(probe)) {
      await writeFile(join(folder, path), content);
    }
    const args = ["--no-global", "--output=line", "a.md"];
    return (await run(program, args, { cwd: folder })).output.includes("Probe.Word");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The version a Vale was built as; one that Go installed knows it only from its build data. */
async function versionOf(program) {
  const own = /(\d+\.\d+\.\d+)/.exec((await run(program, ["--version"])).output);
  if (own !== null) return own[1];
  const build = await run("go", ["version", "-m", program]);
  return /\bmod\s+\S+\/vale\/v3\s+v(\d+\.\d+\.\d+)/.exec(build.output)?.[1];
}

function isAtLeast(version, least) {
  const [a, b] = [version, least].map((text) => text.split(".").map(Number));
  const differing = a.findIndex((part, index) => part !== b[index]);
  return differing === -1 || a[differing] > b[differing];
}

/** The version of a real Vale that is new enough, else undefined. */
async function usable(program, least) {
  if (program === undefined || !existsSync(program)) return undefined;
  const version = await versionOf(program);
  const isNewEnough = version !== undefined && isAtLeast(version, least);
  return isNewEnough && (await isVale(program)) ? version : undefined;
}

/** `.tools/bin/vale`: the one on PATH if it is new enough, else the pinned one, built by Go. */
export async function provideVale() {
  const { vale } = versions;
  const ours = inTools("bin", "vale");
  const present = await usable(ours, vale.version);
  if (present !== undefined) return `Vale ${present}`;
  const other = onPath("vale");
  const otherVersion = await usable(other, vale.version);
  if (otherVersion !== undefined) {
    await linkCommand("vale", other);
    return `Vale ${otherVersion}, from ${other}`;
  }
  await rm(ours, { force: true });
  await goInstall(vale, inTools("bin"));
  return `Vale ${vale.version}, built with Go`;
}

/** `.tools/vale-3.15/bin/vale`: the oldest Vale that is supported, always built by Go. */
export async function provideOlderVale() {
  const { olderVale } = versions;
  const folder = inTools("vale-3.15", "bin");
  const present = await usable(join(folder, "vale"), olderVale.version);
  if (present !== undefined) return `Vale ${present}`;
  await goInstall(olderVale, folder);
  return `Vale ${olderVale.version}, built with Go`;
}
