import { installDebian } from "./debian.mjs";
import { CannotProvide } from "./run.mjs";
import { onPath } from "./tools-folder.mjs";

/** strace, with which tests see what the program asks of the system; the machine's own, else Debian's. */
export async function provideStrace() {
  const own = onPath("strace");
  if (own !== undefined) return `strace: ${own}`;
  if (process.platform === "linux" && (await installDebian(["strace"]))) {
    const installed = onPath("strace");
    if (installed !== undefined) return `strace: ${installed}`;
  }
  throw new CannotProvide(
    "strace: not on PATH.",
    "Install it with the system's package manager (there is one for Linux only), and run this again.",
  );
}
