import { homedir } from "node:os";
import { resolve } from "node:path";

/** A path below the home folder as people write it. */
export function tilde(file: string): string {
  const home = resolve(homedir());
  return file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file;
}
