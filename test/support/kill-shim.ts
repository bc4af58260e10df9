import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./workspace.ts";

const source = fileURLToPath(new URL("kill-before.c", import.meta.url));
let built: string | undefined;

/** The library of `kill-before.c`, built once a test run; without a C compiler the test fails and says so. */
export function killShim(): string {
  if (built !== undefined) return built;
  const library = join(temporaryFolder(), "kill-before.so");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"], { stdio: "pipe" });
  } catch (error) {
    throw new Error("This test needs a C compiler as cc: run npm run provide compiler", {
      cause: error,
    });
  }
  built = library;
  return library;
}
