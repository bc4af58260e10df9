import { installDebian } from "./debian.mjs";
import { CannotProvide } from "./run.mjs";
import { onPath } from "./tools-folder.mjs";

/** A C compiler, for what is preloaded into the program by a test and for the floor of the bench; the machine's own, else Debian's. */
export async function provideCompiler() {
  const own = onPath("cc");
  if (own !== undefined) return `C compiler: ${own}`;
  if (process.platform === "linux" && (await installDebian(["gcc", "libc6-dev"]))) {
    const installed = onPath("cc");
    if (installed !== undefined) return `C compiler: ${installed}`;
  }
  throw new CannotProvide(
    "a C compiler: no cc on PATH.",
    "Install one with the system's package manager, and run this again.",
  );
}
