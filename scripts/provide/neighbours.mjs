import { rm } from "node:fs/promises";
import { goInstall } from "./go.mjs";
import { npmInstall } from "./npm-install.mjs";
import { installInVenv } from "./python.mjs";
import { CannotProvide, run, tail } from "./run.mjs";
import { inTools, linkCommand } from "./tools-folder.mjs";
import { versions } from "./versions.mjs";

const folderOf = (name) => inTools("neighbours", name);

/** True if this program starts and says this version of itself. */
async function says(program, version) {
  const { ok, output } = await run(program, ["--version"]);
  return ok && output.split(/\s/).includes(version);
}

/** `.tools/bin/pre-commit`, from a virtual environment of the clone. */
export async function providePreCommit() {
  const version = versions.preCommit;
  const venv = folderOf("pre-commit");
  const program = `${venv}/bin/pre-commit`;
  if (!(await says(program, version))) {
    const installed = await installInVenv(venv, [`pre-commit==${version}`]);
    if (!installed.ok || !(await says(program, version))) {
      throw new CannotProvide(
        `pre-commit ${version}: it can't be installed:\n${tail(installed.output)}`,
        "Install Python 3.10 or later with its venv module, see that PyPI can be reached, and run this again.",
      );
    }
  }
  await linkCommand("pre-commit", program);
  return `pre-commit ${version}`;
}

/** `.tools/bin/lint-staged`, from a folder of its own. */
export async function provideLintStaged() {
  const version = versions.lintStaged;
  const program = `${folderOf("lint-staged")}/node_modules/.bin/lint-staged`;
  if (!(await says(program, version))) {
    await rm(folderOf("lint-staged"), { recursive: true, force: true });
    await npmInstall("neighbours/lint-staged", [`lint-staged@${version}`]);
  }
  if (!(await says(program, version))) {
    throw new CannotProvide(
      `lint-staged ${version}: installed, but it doesn't start.`,
      "Run this with a Node that lint-staged supports.",
    );
  }
  await linkCommand("lint-staged", program);
  return `lint-staged ${version}`;
}

/** `.tools/bin/reviewdog`. One that Go built doesn't know its version: its folder's name has it. */
export async function provideReviewdog() {
  const { version } = versions.reviewdog;
  const folder = folderOf(`reviewdog-${version}`);
  const program = `${folder}/reviewdog`;
  if (!(await run(program, ["-version"])).ok) await goInstall(versions.reviewdog, folder);
  await linkCommand("reviewdog", program);
  return `reviewdog ${version}`;
}
