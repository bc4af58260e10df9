/**
 * npm run bench: whole processes against the floor, measured in the same run. See bench/README.md.
 *
 *   node bench/run.mjs [--rows name,…] [--sizes n,…] [--rounds n] [--prose folder] [--no-build]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { compileWalker } from "./floor.mjs";
import { requireProgram } from "./hook-cases.mjs";
import * as looks from "./look-rows.mjs";
import { benchEnvironment } from "./measure.mjs";
import * as scans from "./scan-rows.mjs";
import { makeWorkspace } from "./workspaces.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = [200];
const all = [100, 5_000, 20_000, 100_000];

/** Every row of the target table: `most` (or `least`) is the target by size. */
const rows = {
  noise: { title: "floor against floor", sizes: all, run: looks.noise },
  pre: {
    title: "PreToolUse with a baseline / empty script",
    sizes: all,
    most: () => 1.25,
    run: looks.preToolUse,
  },
  look: {
    title: "the look alone / floor",
    sizes: all,
    most: byCount,
    run: looks.lookAlone,
    alone: true,
  },
  unchanged: {
    title: "PostToolUse, nothing changed / floor",
    sizes: all,
    most: byCount,
    run: looks.unchanged,
  },
  first: {
    title: "first PreToolUse / floor",
    sizes: [20_000],
    most: () => 3,
    run: looks.firstPreToolUse,
  },
  one: {
    title: "one changed file / unchanged + Vale on it",
    sizes: [20_000],
    most: () => 1.15,
    run: looks.oneChanged,
  },
  stop: {
    title: "Stop with nothing new / unchanged",
    sizes: [20_000],
    most: () => 1.1,
    run: looks.stopAgain,
  },
  naive: {
    title: "straightforward implementation / unchanged",
    sizes: [20_000],
    least: () => 2.5,
    run: looks.againstNaive,
  },
  memory: {
    title: "peak memory, MB",
    sizes: [20_000, 100_000],
    most: (size) => (size > 20_000 ? 200 : 120),
    run: looks.memory,
  },
  "scan-files": {
    title: "scan of 200 pages / one Vale given them",
    sizes: pages,
    most: () => 0.75,
    run: scans.scanAgainstFiles,
  },
  "scan-walk": {
    title: "scan of 200 pages / Vale walking",
    sizes: pages,
    most: () => 1.1,
    run: scans.scanAgainstWalk,
  },
  "scan-again": {
    title: "the same scan again / first",
    sizes: pages,
    most: () => 0.2,
    run: scans.scanAgain,
  },
};

function byCount(size) {
  return size >= 20_000 ? 1.2 : 1.35;
}

const { values } = parseArgs({
  options: {
    rows: { type: "string" },
    sizes: { type: "string" },
    rounds: { type: "string", default: "21" },
    prose: { type: "string" },
    "no-build": { type: "boolean", default: false },
  },
});
const wantedRows = values.rows?.split(",") ?? Object.keys(rows);
const unknown = wantedRows.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) {
  console.error(`No row ${unknown.join(", ")}; the rows are ${Object.keys(rows).join(", ")}`);
  process.exit(2);
}

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "valehook-bench-")));
process.on("SIGINT", () => {
  rmSync(scratch, { recursive: true, force: true });
  process.exit(130);
});
try {
  process.exitCode = await main();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function main() {
  const bench = await prepare();
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ` +
      `${bench.rounds} rounds, load ${loadavg()[0].toFixed(2)}\n`,
  );
  console.log(
    "| row | size | target | minimum | median | ms | |\n| --- | --- | --- | --- | --- | --- | --- |",
  );
  let missed = 0;
  for (const name of wantedRows) {
    const row = rows[name];
    for (const size of sizesOf(row)) missed += (await show(bench, row, size)) ? 0 : 1;
  }
  return missed > 0 ? 1 : 0;
}

/** The sizes that were asked for; a scan has but one. */
function sizesOf(row) {
  if (values.sizes === undefined || row.sizes === pages) return row.sizes;
  return values.sizes.split(",").map(Number);
}

/** Measures and prints one cell of the table; false if it misses its target. */
async function show(bench, row, size) {
  const most = row.most?.(size);
  const least = row.least?.(size);
  const target = most === undefined ? (least === undefined ? "" : `≥ ${least}`) : `≤ ${most}`;
  try {
    const seen = await row.run(bench, size);
    // The minimum of an empty script varies more from run to run than any median: see "noise".
    const met =
      (most === undefined || seen.median <= most) && (least === undefined || seen.median >= least);
    const numbers = [seen.minimum, seen.median].map((value) => value.toFixed(2)).join(" | ");
    const verdict = target === "" ? "" : met ? "met" : "missed";
    console.log(
      `| ${row.title} | ${size} | ${target} | ${numbers} | ${seen.ms?.toFixed(0) ?? ""} | ${verdict} |`,
    );
    return met;
  } catch (error) {
    const why = error.message.split("\n")[0];
    console.log(`| ${row.title} | ${size} | ${target} | | | | not measured: ${why} |`);
    if (error instanceof scans.NotMeasured) return true;
    return false;
  }
}

async function prepare() {
  const home = join(scratch, "home");
  mkdirSync(home);
  const vale = valePath();
  const env = { ...benchEnvironment(home), VALEHOOK_VALE: vale };
  const needsProgram = wantedRows.some((name) => name !== "noise" && !rows[name].alone);
  if (needsProgram && !values["no-build"]) {
    execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
  }
  if (needsProgram) requireProgram();
  const made = new Map();
  return {
    scratch,
    env,
    rounds: Number(values.rounds),
    prose: values.prose,
    vale,
    walker: compileWalker(scratch),
    probe: await bundleProbe(),
    workspace: (size) => {
      if (!made.has(size)) made.set(size, makeWorkspace(join(scratch, `files-${size}`), size, env));
      return made.get(size);
    },
  };
}

function valePath() {
  const provided = join(root, ".tools", "bin", "vale");
  if (existsSync(provided)) return provided;
  throw new Error(`${provided} is not there: run npm run provide`);
}

async function bundleProbe() {
  const outfile = join(scratch, "look-probe.cjs");
  await build({
    entryPoints: [join(root, "bench", "look-probe.ts")],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
    outfile,
  });
  return outfile;
}
