import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Longest time that a Vale run may take, and some. */
const WAIT_MS = 25_000;

/** Names the temporary folders of this run, so that what works in them can be told from another run's. */
export function setup(): void {
  process.env["VALEHOOK_TEST_RUN"] = `${process.pid}-`;
}

/** Fails the run if a process that a test started, or that valehook started in it, has outlived all tests. Linux only. */
export async function teardown(): Promise<void> {
  if (process.platform !== "linux") return;
  const prefix = join(tmpdir(), `valehook-test-${process.env["VALEHOOK_TEST_RUN"] ?? ""}`);
  let left = processesBelow(prefix);
  for (const started = performance.now(); left.length > 0; left = processesBelow(prefix)) {
    if (performance.now() - started > WAIT_MS) {
      // vitest prints what a teardown throws, and ends with 0 all the same.
      process.exitCode = 1;
      throw new Error(`Processes outlive the tests: ${left.join("; ")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Processes whose working folder is below a path. */
function processesBelow(prefix: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        if (!readlinkSync(`/proc/${id}/cwd`).startsWith(prefix)) return [];
        const words = readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").join(" ").trim();
        // A process that has ended and was not waited for has no command line.
        return words === "" ? [] : [`${id} ${words.slice(0, 200)}`];
      } catch (error) {
        // It has ended meanwhile, or is another user's.
        if (error instanceof Error && "code" in error) return [];
        throw error;
      }
    });
}
