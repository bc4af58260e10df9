import { installDebian } from "./debian.mjs";
import { run } from "./run.mjs";

/** Makes a virtual environment; Debian's Python can only once its venv package is there. */
async function makeVenv(folder) {
  const args = ["-m", "venv", "--clear", folder];
  const made = await run("python3", args);
  if (made.ok || !(await installDebian(["python3-venv"]))) return made;
  return run("python3", args);
}

/** Installs packages of exact versions into a virtual environment; not ok when this machine can't. */
export async function installInVenv(venv, packages) {
  const made = await makeVenv(venv);
  if (!made.ok) return made;
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  return run(`${venv}/bin/python`, [...pip, ...packages]);
}
