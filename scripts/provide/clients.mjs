import { rm } from "node:fs/promises";
import { npmInstall } from "./npm-install.mjs";
import { CannotProvide, run } from "./run.mjs";
import { inTools, linkCommand } from "./tools-folder.mjs";
import { versions } from "./versions.mjs";

const commands = ["claude", "codex"];

function installed(command) {
  return inTools("clients", "node_modules", ".bin", command);
}

async function allStart() {
  const runs = commands.map((command) => run(installed(command), ["--version"]));
  return (await Promise.all(runs)).every(({ ok }) => ok);
}

/** `.tools/bin/claude` and `.tools/bin/codex`: the real clients, which are large. */
export async function provideClients() {
  if (!(await allStart())) {
    await rm(inTools("clients"), { recursive: true, force: true });
    await npmInstall("clients", versions.clients, { scripts: true });
  }
  if (!(await allStart())) {
    throw new CannotProvide(
      `${versions.clients.join(", ")}: installed, but a client doesn't start.`,
      "These packages bring programs for Linux and macOS; run the client tests there.",
    );
  }
  for (const command of commands) await linkCommand(command, installed(command));
  return versions.clients.join(" ");
}
