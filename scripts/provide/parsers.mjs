import { existsSync } from "node:fs";
import { installDebian } from "./debian.mjs";
import { npmInstall } from "./npm-install.mjs";
import { installInVenv } from "./python.mjs";
import { CannotProvide, run, tail } from "./run.mjs";
import { inTools, linkCommand, onPath, wrapCommand } from "./tools-folder.mjs";
import { versions } from "./versions.mjs";

async function works(command) {
  return existsSync(command) && (await run(command, ["--version"])).ok;
}

/** `.tools/bin/rst2html`, which Vale runs for reStructuredText. */
export async function provideRst2html() {
  if (await works(inTools("bin", "rst2html"))) return "rst2html";
  const other = ["rst2html", "rst2html.py"].map(onPath).find((path) => path !== undefined);
  if (other !== undefined && (await works(other))) {
    await wrapCommand("rst2html", other);
    return `rst2html, from ${other}`;
  }
  const venv = await installInVenv(inTools("docutils"), [`docutils==${versions.docutils}`]);
  if (venv.ok) {
    await linkCommand("rst2html", inTools("docutils", "bin", "rst2html"));
    return `rst2html, docutils ${versions.docutils}`;
  }
  if (await installDebian(["python3-docutils"])) {
    await wrapCommand("rst2html", onPath("rst2html"));
    return "rst2html, from Debian's python3-docutils";
  }
  throw new CannotProvide(
    `rst2html: docutils can't be installed:\n${tail(venv.output)}`,
    "Install Python 3 with its venv module, or docutils, and run this again.",
  );
}

/** `.tools/bin/asciidoctor`, which Vale runs for AsciiDoc. */
export async function provideAsciidoctor() {
  if (await works(inTools("bin", "asciidoctor"))) return "asciidoctor";
  const other = onPath("asciidoctor");
  if (other !== undefined && (await works(other))) {
    await wrapCommand("asciidoctor", other);
    return `asciidoctor, from ${other}`;
  }
  await npmInstall("asciidoctor", versions.asciidoctor);
  await linkCommand("asciidoctor", inTools("asciidoctor", "node_modules", ".bin", "asciidoctor"));
  if (!(await works(inTools("bin", "asciidoctor")))) {
    throw new CannotProvide(
      `asciidoctor: ${versions.asciidoctor.join(" ")} does not start.`,
      "Install asciidoctor, and run this again.",
    );
  }
  return versions.asciidoctor.join(" ");
}
