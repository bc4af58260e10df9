import { installDebian } from "./debian.mjs";
import { CannotProvide } from "./run.mjs";
import { onPath } from "./tools-folder.mjs";

/** The shells beside Bash that completion is printed for. */
const shells = ["zsh", "fish"];

/** zsh and fish, which load the completion scripts in tests; the machine's own, else Debian's. */
export async function provideShells() {
  const missing = () => shells.filter((shell) => onPath(shell) === undefined);
  if (missing().length > 0 && process.platform === "linux") await installDebian(missing());
  if (missing().length === 0) return `shells: ${shells.map(onPath).join(", ")}`;
  throw new CannotProvide(
    `${missing().join(" and ")}: not on PATH.`,
    "Install them with the system's package manager, and run this again.",
  );
}
