/**
 * `npm run try`: installs, builds and provides what is missing, then plays a whole agent session over
 * the workspace in examples/ and prints it for a person. All that is printed comes from the run.
 *
 *   node scripts/try.mjs [--keep]     --keep leaves the temporary workspace and says where it is
 *
 * Exit 0: the session behaved. Exit 1: it didn't, said where. Exit 2: something is missing.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chooseEdit } from "./try/choose-edit.mjs";
import { copyExample } from "./try/example.mjs";
import { heading, note, said, step } from "./try/print.mjs";
import { expectThat, Misbehaved } from "./try/expect.mjs";
import { Program } from "./try/program.mjs";

const clone = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });

/** Runs a set-up command; its own output is only of interest when it fails. */
function prepare(what, command, args) {
  const started = performance.now();
  const shell = process.platform === "win32";
  const ran = spawnSync(command, args, { cwd: clone, encoding: "utf8", shell });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  step(what, `${seconds} s`);
  if (ran.status === 0) return true;
  said(`${ran.stdout ?? ""}${ran.stderr ?? ""}${ran.error?.message ?? ""}`);
  return false;
}

function prepareAll() {
  heading("Getting ready");
  const node = process.execPath;
  const isInstalled = existsSync(join(clone, "node_modules", "esbuild"));
  if (!isInstalled && !prepare("install (npm ci)", "npm", ["ci"])) process.exit(2);
  if (!prepare("build", node, ["scripts/build.mjs"])) process.exit(2);
  if (!prepare("provide Vale", node, ["scripts/provide.mjs", "vale"])) process.exit(2);
  if (!prepare("provide parsers", node, ["scripts/provide.mjs", "parsers"])) {
    note("Without them the .rst or .adoc pages can't be checked, and valehook says so below.");
  }
}

/** A scan by hand: what a person sees, and the same as data. */
function scan(program, example) {
  heading(`valehook scan, over examples/${example.name}`);
  const text = program.valehook(["scan"]);
  said(text.stdout + text.stderr);
  step(`exit ${text.code}`, text.took);
  const json = program.valehook(["scan", "--format", "json"]);
  const report = JSON.parse(json.stdout);
  expectThat(text.code === json.code, "both formats of one scan end alike");
  expectThat(report.summary.checked > 0, "the scan checked files");
  return report;
}

function tellOnce(program, example, edit) {
  const before = program.hook("PreToolUse", { command: edit.command });
  step("PreToolUse, the first: the baseline is taken", before.took);
  expectThat(before.stdout === "", "PreToolUse says nothing");
  example.shell(edit.command);
  step(`the agent runs: ${edit.command}`);
  const told = program.hook("PostToolUse", { command: edit.command });
  step("PostToolUse: the agent reads", told.took);
  const context = told.answer.hookSpecificOutput?.additionalContext ?? "";
  said(context);
  expectThat(context.includes(edit.page), `the context names ${edit.page}`);
  expectThat(context.includes(edit.check), `the context names ${edit.check}`);
  const again = program.hook("PostToolUse", { command: "git status" });
  step("PostToolUse of a command that changed nothing: silent", again.took);
  expectThat(again.stdout === "", "an unchanged workspace is silent");
}

function blockOnce(program, edit) {
  const blocked = program.hook("Stop", { active: false });
  step("Stop: the agent wants to end its turn and reads", blocked.took);
  said(blocked.answer.reason ?? "");
  expectThat(blocked.answer.decision === "block", "the first Stop blocks");
  expectThat(blocked.answer.reason.includes(edit.page), `its reason names ${edit.page}`);
}

function fixAndEnd(program, edit) {
  edit.fix();
  step(`the agent ${edit.fixed}`);
  const fixed = program.hook("PostToolUse", { command: "sed" });
  step("PostToolUse: silent", fixed.took);
  expectThat(fixed.stdout === "", "a fixed page is silent");
  const stopped = program.hook("Stop", { active: true });
  step("Stop: silent, the turn ends", stopped.took);
  expectThat(stopped.stdout === "", "the last Stop is silent");
}

prepareAll();
const example = copyExample(join(clone, "examples", "tool-library"));
try {
  const program = new Program(clone, example);
  const report = scan(program, example);
  const edit = chooseEdit(program, example, report);
  heading("A session: an agent edits a page with a shell command");
  tellOnce(program, example, edit);
  blockOnce(program, edit);
  fixAndEnd(program, edit);
  heading("The session behaved");
  note(`Starting Node alone takes ${program.bareStart()} here; times include it.`);
  if (values.keep) note(`The workspace: ${example.root}`);
} catch (error) {
  if (!(error instanceof Misbehaved)) throw error;
  heading(`The session did not behave: ${error.message}`);
  process.exitCode = 1;
} finally {
  if (!values.keep) example.remove();
}
