import { appendFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOnce } from "../../bench/measure.mjs";
import { makeWorkspace } from "../../bench/workspaces.mjs";
import { sendEvent } from "./hook-process.mjs";
import { sizeOf } from "./state-size.mjs";

/** Events of one round: what the agent's tool does before each event that follows a tool, if anything. */
const round = [
  ["PreToolUse"],
  ["PostToolUse"],
  ["PreToolUse"],
  ["PostToolUse", "spoil"],
  ["PreToolUse"],
  ["PostToolUse", "touch"],
  ["PreToolUse"],
  ["PostToolUse", "mend"],
  ["PreToolUse"],
  ["Stop", "make and remove"],
];

/**
 * One session of many events over many files, with edits: what every event costs from beginning to end, what the state
 * grows to, and whether a finding is lost.
 */
export async function longSession({ folder, files, events, env, print }) {
  const root = makeWorkspace(join(folder, "work"), files, env);
  const pages = markdownIn(root);
  const session = { sessionId: "soak", cwd: root, env };
  const block = Math.max(round.length, Math.floor(events / 10));
  const totals = { events: 0, told: 0, lost: 0, wrong: 0 };
  const blocks = [];
  let current = newBlock();
  let page = "";
  for (let index = 0; index < events; index += 1) {
    const [name, edit] = round[index % round.length];
    if (edit === "spoil") page = pages[(index * 7919) % pages.length] ?? "";
    const expected = edit === undefined ? "" : apply(edit, root, page, index);
    const { ms, peakMb, stdout } = await sendEvent(name, session);
    totals.events += 1;
    if (expected !== "" && stdout.includes(expected)) totals.told += 1;
    else if (expected !== "") totals.lost += 1;
    else if (stdout !== "") totals.wrong += 1;
    (edit === "spoil" ? current.checked : current.quiet).push(ms);
    // What else the machine does slows an empty script as it slows an event.
    if (name === "Stop") current.empty.push(await emptyScriptMs(env));
    current.peakMb = Math.max(current.peakMb, peakMb);
    if (totals.events % block === 0) {
      const { bytes, files: count } = sizeOf(join(root, ".git", "vale-state"));
      const row = {
        until: totals.events,
        ...summary(current),
        stateBytes: bytes,
        stateFiles: count,
      };
      blocks.push(row);
      print(row);
      current = newBlock();
    }
  }
  return { totals, blocks };
}

function newBlock() {
  return { quiet: [], checked: [], empty: [], peakMb: 0 };
}

function summary({ quiet, checked, empty, peakMb }) {
  return {
    emptyMs: median(empty),
    quietMs: median(quiet),
    checkedMs: median(checked),
    peakMb: Math.round(peakMb),
  };
}

const empty = fileURLToPath(new URL("../../bench/empty.cjs", import.meta.url));

/** Milliseconds that a script takes which does nothing. */
async function emptyScriptMs(env) {
  const { ms } = await runOnce({ command: process.execPath, args: [empty], env });
  return ms;
}

function median(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

function markdownIn(root) {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md")).sort();
}

/** Does what a tool would do; returns what the answer has to name, or nothing. */
function apply(edit, root, page, index) {
  const path = join(root, page);
  switch (edit) {
    case "spoil":
      appendFileSync(path, `Line ${index} is foobad.\n`);
      return `${page}:2:`;
    case "touch":
      utimesSync(path, new Date(), new Date());
      return "";
    case "mend":
      writeFileSync(path, `Page ${/page-(\d+)/.exec(page)?.[1]} has plain words.\n`);
      return "";
    default:
      writeFileSync(join(root, "gone.md"), "foobad\n");
      rmSync(join(root, "gone.md"));
      return "";
  }
}
