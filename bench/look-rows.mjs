import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyScript, floorCases, floorOf } from "./floor.mjs";
import { hookCase, quietCase, startSession } from "./hook-cases.mjs";
import { interleave, median, minimum, peakMemory, runOnce } from "./measure.mjs";

const naive = fileURLToPath(new URL("naive.mjs", import.meta.url));

/** A ratio under the minimum and the median of the same times. */
function ratio(times, of, to) {
  const [least, middle] = [minimum, median].map(
    (statistic) => of(times, statistic) / to(times, statistic),
  );
  return { minimum: least, median: middle, ms: of(times, minimum) };
}

const named = (name) => (times, statistic) => statistic(times.get(name));
const floor = (label) => (times, statistic) => floorOf(times, label, statistic);

/** Floor against floor: what a ratio of equal things comes to. */
export async function noise(bench, size) {
  const workspace = bench.workspace(size);
  const cases = ["a", "b"].flatMap((label) =>
    floorCases(bench.walker, workspace, bench.scratch, bench.env, label),
  );
  const times = await interleave(cases, bench.rounds);
  return ratio(times, floor("a"), floor("b"));
}

export async function preToolUse(bench, size) {
  const workspace = bench.workspace(size);
  await startSession(workspace, "pre", bench.env);
  const times = await interleave(
    [
      emptyScript(bench.scratch, bench.env),
      quietCase("pre", "PreToolUse", workspace, "pre", bench.env),
    ],
    bench.rounds * 2,
  );
  return ratio(times, named("pre"), named("empty script"));
}

export async function unchanged(bench, size) {
  const workspace = bench.workspace(size);
  await startSession(workspace, "unchanged", bench.env);
  const times = await interleave(
    [
      ...floorCases(bench.walker, workspace, bench.scratch, bench.env, "floor"),
      quietCase("post", "PostToolUse", workspace, "unchanged", bench.env),
    ],
    bench.rounds,
  );
  return ratio(times, named("post"), floor("floor"));
}

/** The look alone, without an event, a session and a lock: what is left when this is subtracted is not the look. */
export async function lookAlone(bench, size) {
  const workspace = bench.workspace(size);
  const state = join(bench.scratch, `look-${size}`);
  const probe = (verb) => ({
    name: "look",
    command: process.execPath,
    args: [bench.probe, verb, workspace, state],
    cwd: bench.scratch,
    env: bench.env,
  });
  const taken = await runOnce(probe("take"));
  if (taken.code !== 0) throw new Error(taken.stderr);
  const times = await interleave(
    [...floorCases(bench.walker, workspace, bench.scratch, bench.env, "floor"), probe("quiet")],
    bench.rounds,
  );
  return ratio(times, named("look"), floor("floor"));
}

export async function firstPreToolUse(bench, size) {
  const workspace = bench.workspace(size);
  const before = () =>
    rmSync(join(workspace, ".git", "vale-state"), { recursive: true, force: true });
  const times = await interleave(
    [
      ...floorCases(bench.walker, workspace, bench.scratch, bench.env, "floor"),
      { ...quietCase("first", "PreToolUse", workspace, "first", bench.env), before },
    ],
    bench.rounds,
  );
  return ratio(times, named("first"), floor("floor"));
}

const unchangedAndVale = (times, statistic) =>
  statistic(times.get("unchanged")) + statistic(times.get("vale"));

/** One file changed since the last look; the file's text is new each time, and clean. */
export async function oneChanged(bench, size) {
  const workspace = bench.workspace(size);
  const file = join(workspace, "area-0", "part-0", "page-0.md");
  await startSession(workspace, "one", bench.env);
  await startSession(workspace, "none", bench.env);
  let count = 0;
  const change = () => writeFileSync(file, `Page 0 has ${(count += 1)} plain words.\n`);
  const vale = { command: bench.vale, args: ["--no-global", "--output=JSON", "--", file] };
  const settle = () =>
    runOnce(hookCase("settle", "PostToolUse", workspace, "none", bench.env)).then(() => undefined);
  const times = await interleave(
    [
      { ...quietCase("changed", "PostToolUse", workspace, "one", bench.env), before: change },
      { ...vale, name: "vale", cwd: workspace, env: bench.env },
      { ...quietCase("unchanged", "PostToolUse", workspace, "none", bench.env), before: settle },
    ],
    bench.rounds,
  );
  return ratio(times, named("changed"), unchangedAndVale);
}

export async function stopAgain(bench, size) {
  const workspace = bench.workspace(size);
  // Further workspaces of one session would keep Stop from being quiet.
  const session = `stop-${size}`;
  await startSession(workspace, session, bench.env);
  const file = join(workspace, "area-0", "part-0", "page-0.md");
  writeFileSync(file, `Page 0 has words, and so it has at ${Date.now()}.\n`);
  await runOnce(hookCase("settle", "PostToolUse", workspace, session, bench.env));
  const times = await interleave(
    [
      quietCase("post", "PostToolUse", workspace, session, bench.env),
      quietCase("stop", "Stop", workspace, session, bench.env),
    ],
    bench.rounds,
  );
  return ratio(times, named("stop"), named("post"));
}

/** How many times as long the straightforward implementation takes. */
export async function againstNaive(bench, size) {
  const workspace = bench.workspace(size);
  await startSession(workspace, "naive", bench.env);
  const state = join(bench.scratch, `naive-${size}.json`);
  const straight = (verb) => ({
    name: "naive",
    command: process.execPath,
    args: [naive, verb, workspace, state],
    cwd: bench.scratch,
    env: bench.env,
  });
  const taken = await runOnce(straight("take"));
  if (taken.code !== 0) throw new Error(taken.stderr);
  const times = await interleave(
    [straight("look"), quietCase("post", "PostToolUse", workspace, "naive", bench.env)],
    bench.rounds,
  );
  return { ...ratio(times, named("naive"), named("post")), ms: minimum(times.get("naive")) };
}

/** Megabytes, not a ratio. */
export async function memory(bench, size) {
  const workspace = bench.workspace(size);
  await startSession(workspace, "memory", bench.env);
  const measured = quietCase("post", "PostToolUse", workspace, "memory", bench.env);
  const peaks = [];
  for (let round = 0; round < Math.min(5, bench.rounds); round += 1) {
    peaks.push(await peakMemory(measured, join(bench.scratch, "memory")));
  }
  peaks.sort((a, b) => a - b);
  return { minimum: minimum(peaks), median: median(peaks) };
}
