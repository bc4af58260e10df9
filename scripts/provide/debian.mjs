import { run } from "./run.mjs";
import { onPath } from "./tools-folder.mjs";

/** Installs Debian packages where that is possible without asking: as root, with apt. */
export async function installDebian(packages) {
  if (process.getuid?.() !== 0 || onPath("apt-get") === undefined) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "--yes", "--quiet", "--no-install-recommends", ...packages];
  if ((await run("apt-get", install, { env })).ok) return true;
  await run("apt-get", ["update", "--quiet"], { env });
  return (await run("apt-get", install, { env })).ok;
}
