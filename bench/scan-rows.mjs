import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { execFileSync } from "node:child_process";
import { program } from "./hook-cases.mjs";
import { interleave, median, minimum } from "./measure.mjs";

const pagesWanted = 200;
const style = {
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*]\nBasedOnStyles = T\n",
  "styles/T/Foo.yml":
    "extends: existence\nmessage: \"Avoid '%s'.\"\nlevel: warning\ntokens:\n  - foobad\n",
};

/** The scan against one Vale process given the same files. Vale ends with 1 where it has findings. */
export async function scanAgainstFiles(bench) {
  const { folder, pages } = prosePages(bench);
  return scanAgainst(bench, folder, ["--no-global", "--output=JSON", "--", ...pages]);
}

/** The scan against Vale walking the folder itself. */
export async function scanAgainstWalk(bench) {
  const { folder } = prosePages(bench);
  return scanAgainst(bench, folder, ["--no-global", "--output=JSON", "."]);
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

/** The same number of pages, of which every tenth has a finding. */
function cleanPages(bench) {
  const folder = join(bench.scratch, "clean-pages");
  if (!existsSync(folder)) {
    const texts = pageTexts(bench);
    for (const [path, text] of Object.entries(style)) write(join(folder, path), text);
    for (let index = 0; index < pagesWanted; index += 1) {
      const text = texts[index % texts.length].replaceAll("foobad", "");
      write(
        join(folder, `page-${index}.md`),
        index % 10 === 0 ? `${text}\n\nA foobad end.\n` : text,
      );
    }
    execFileSync("git", ["init", "--quiet"], { cwd: folder, env: bench.env });
  }
  return { folder };
}

function pageTexts(bench) {
  if (bench.prose === undefined) return ["# A page\n\nIt has plain words.\n".repeat(200)];
  return markdownBelow(bench.prose).map((path) => readFileSync(join(bench.prose, path), "utf8"));
}

function markdownBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("styles/"))
    .sort();
}

function write(path, text) {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

/** A row that lacks what it needs. It is shown as such, never left out. */
export class NotMeasured extends Error {}
