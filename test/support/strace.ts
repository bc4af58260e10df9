import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where strace is; without it the test fails and says what installs it. */
export function stracePath(): string {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "strace");
    if (isExecutable(path)) return path;
  }
  throw new Error("This test needs strace, and it is not on PATH: run npm run provide strace");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
