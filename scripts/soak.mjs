/**
 * The long runs: a session of 10,000 events over 20,000 files, a workspace of 100,000 files, and the faults and the
 * fuzzing of the tests at full length.
 *
 *   node scripts/soak.mjs [--only session|large|tests]… [--events N] [--files N] [--large N]
 *
 * Exit 1 if a finding was lost, something was said that should not have been, or memory or state grew.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { benchEnvironment } from "../bench/measure.mjs";
import { largeWorkspace } from "./soak/large-workspace.mjs";
import { longSession } from "./soak/long-session.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: ["session", "large", "tests"] },
    events: { type: "string", default: "10000" },
    files: { type: "string", default: "20000" },
    large: { type: "string", default: "100000" },
  },
});
const clone = fileURLToPath(new URL("..", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "valehook-soak-")));
const home = join(folder, "home");
const base = benchEnvironment(home);
const env = { ...base, PATH: `${join(clone, ".tools", "bin")}${delimiter}${base.PATH}` };
const faults = [];

/** Last block against the first: more than this share above it counts as growth. */
const growth = 1.25;
/** The same for times in empty scripts: they vary more. */
const slowdown = 1.5;

async function session() {
  const files = Number(values.files);
  console.log(`One session of ${values.events} events over ${files} files`);
  const { totals, blocks } = await longSession({
    folder,
    files,
    events: Number(values.events),
    env,
    print: (row) => console.log(JSON.stringify(row)),
  });
  console.log(JSON.stringify(totals));
  if (totals.lost > 0) faults.push(`${totals.lost} findings were lost`);
  if (totals.wrong > 0) faults.push(`${totals.wrong} answers should have been silent`);
  const [, first] = blocks;
  const last = blocks.at(-1);
  for (const what of ["peakMb", "stateBytes", "stateFiles"]) {
    if (first === undefined || last[what] <= first[what] * growth) continue;
    faults.push(`${what} grew from ${first[what]} to ${last[what]}`);
  }
  // Ten events are no median.
  for (const what of Number(values.events) < 1_000 ? [] : ["quietMs", "checkedMs"]) {
    const [before, after] = [first, last].map((block) => (block?.[what] ?? 0) / block?.emptyMs);
    if (after > before * slowdown) {
      faults.push(`${what} grew from ${before} to ${after} times an empty script`);
    }
  }
}

async function large() {
  console.log(`A workspace of ${values.large} files`);
  const { rows, stateBytes, lost } = await largeWorkspace({
    folder,
    files: Number(values.large),
    env,
  });
  for (const row of rows) console.log(JSON.stringify(row));
  console.log(JSON.stringify({ stateBytes, lost }));
  if (lost > 0) faults.push(`${lost} findings were lost in the large workspace`);
}

function tests() {
  const ran = spawnSync(
    process.execPath,
    ["scripts/test.mjs", "--only", "unit", "--only", "fault"],
    {
      cwd: clone,
      env: { ...process.env, VALEHOOK_SOAK: "1" },
      stdio: "inherit",
    },
  );
  if (ran.status !== 0) faults.push("the tests failed");
}

try {
  if (values.only.includes("session")) await session();
  if (values.only.includes("large")) await large();
  if (values.only.includes("tests")) tests();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
