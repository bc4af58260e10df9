import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import { program } from "./hook-cases.mjs";
import { interleave, median, minimum } from "./measure.mjs";

const pagesWanted = 200;
/** The scan against one Vale process given the same files. Vale ends with 1 where it has findings. */
export async function scanAgainstFiles(bench) {
  const { folder, pages } = prosePages(bench);
  return scanAgainst(bench, folder, ["--no-global", "--output=JSON", "--", ...pages]);
}

/** The scan against Vale walking the folders of the pages itself. */
export async function scanAgainstWalk(bench) {
  const { folder, pages } = prosePages(bench);
  const places = [...new Set(pages.map((path) => path.split("/")[0]))];
  return scanAgainst(bench, folder, ["--no-global", "--output=JSON", "--", ...places]);
}

async function scanAgainst(bench, folder, valeArgs) {
  const { env } = bench;
  const vale = {
    name: "vale",
    command: bench.vale,
    args: valeArgs,
    cwd: folder,
    env,
    codes: [0, 1],
  };
  const times = await interleave(
    [vale, scanCase("scan", folder, env, ["--no-cache"])],
    rounds(bench),
  );
  const [least, middle] = [minimum, median].map(
    (statistic) => statistic(times.get("scan")) / statistic(times.get("vale")),
  );
  return { minimum: least, median: middle, ms: minimum(times.get("scan")) };
}

/** The same scan again, nine pages in ten clean; each round begins without remembered verdicts. */
export async function scanAgain(bench) {
  const { folder } = cleanPages(bench);
  const state = join(folder, ".git", "vale-state");
  const forget = () => rmSync(state, { recursive: true, force: true });
  const times = await interleave(
    [
      { ...scanCase("first", folder, bench.env), before: forget },
      scanCase("again", folder, bench.env),
    ],
    rounds(bench),
  );
  const [least, middle] = [minimum, median].map(
    (statistic) => statistic(times.get("again")) / statistic(times.get("first")),
  );
  return { minimum: least, median: middle, ms: minimum(times.get("again")) };
}

function scanCase(name, cwd, env, flags = []) {
  const args = [program, "scan", "--format", "json", "--progress", "never", ...flags];
  return { name, command: process.execPath, args, cwd, env, codes: [0, 1] };
}

/** A scan takes seconds: fewer rounds. */
function rounds(bench) {
  return Math.max(3, Math.floor(bench.rounds / 4));
}

/** The pages that were named with `--prose`, with their `.vale.ini` and styles, in a work tree of their own. */
function prosePages(bench) {
  const { prose } = bench;
  if (prose === undefined) throw new NotMeasured("name pages with a Vale configuration by --prose");
  const folder = join(bench.scratch, "prose");
  if (!existsSync(folder)) {
    mkdirSync(folder);
    cpSync(prose, folder, { recursive: true, filter: (path) => !path.endsWith("/.git") });
    execFileSync("git", ["init", "--quiet"], { cwd: folder, env: bench.env });
  }
  const pages = markdownBelow(folder);
  if (pages.length < pagesWanted) {
    throw new NotMeasured(`${prose} has ${pages.length} pages of the ${pagesWanted} wanted`);
  }
  return { folder, pages };
}

/**
 * The pages again, without the lines that Vale finds fault with, but as long as they were: what is left of a page is
 * repeated. Every tenth gets one of its faults back.
 */
function cleanPages(bench) {
  const { folder: prose, pages } = prosePages(bench);
  const folder = join(bench.scratch, "clean-pages");
  if (existsSync(folder)) return { folder };
  cpSync(prose, folder, { recursive: true });
  const chosen = pages.slice(0, pagesWanted);
  const faults = withoutFaults(bench, folder, chosen);
  mend(bench, folder, [...faults.keys()]);
  for (const path of chosen) {
    const wanted = statSync(join(prose, path)).size;
    const text = readFileSync(join(folder, path), "utf8");
    writeFileSync(join(folder, path), `${text}\n\n`.repeat(Math.ceil(wanted / (text.length + 2))));
  }
  mend(bench, folder, chosen);
  for (const [path, line] of [...faults].filter((_, index) => index % 10 === 0)) {
    appendFileSync(join(folder, path), `\n\n${line}\n`);
  }
  return { folder };
}

const mostPasses = 12;

function mend(bench, folder, pages) {
  let left = pages;
  for (let pass = 0; pass < mostPasses && left.length > 0; pass += 1) {
    left = [...withoutFaults(bench, folder, left).keys()];
  }
  // A fault of the page as a whole has no line to take out.
  for (const path of left) writeFileSync(join(folder, path), "Plain words.\n");
}

/** Takes the lines with findings out of pages; the first such line of each page that had any. */
function withoutFaults(bench, folder, pages) {
  const asked = spawnSync(bench.vale, ["--no-global", "--output=JSON", "--", ...pages], {
    cwd: folder,
    env: bench.env,
    maxBuffer: 1 << 30,
  });
  const faults = new Map();
  for (const [path, alerts] of Object.entries(JSON.parse(asked.stdout.toString("utf8")))) {
    const faulty = new Set(alerts.map(({ Line }) => Line));
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    faults.set(path, lines[alerts[0].Line - 1]);
    writeFileSync(
      join(folder, path),
      lines.filter((_, index) => !faulty.has(index + 1)).join("\n"),
    );
  }
  return faults;
}

function markdownBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("styles/"))
    .sort();
}

/** A row that lacks what it needs. It is shown as such, never left out. */
export class NotMeasured extends Error {}
