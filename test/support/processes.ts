import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Longest time that a Vale run may take, and some. */
const WAIT_MS = 25_000;

/** Processes that still work below a path after the longest time that a Vale run may take. Linux only. */
export async function remainingProcesses(prefix: string): Promise<readonly string[]> {
  const started = performance.now();
  let left = processesBelow(prefix);
  while (left.length > 0 && performance.now() - started < WAIT_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = processesBelow(prefix);
  }
  return left;
}

/** Processes whose working folder is below a path, by id and command. */
function processesBelow(prefix: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        if (!readlinkSync(`/proc/${id}/cwd`).startsWith(prefix)) return [];
        const words = readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").join(" ").trim();
        return [`${id} ${words.slice(0, 200)}`];
      } catch (error) {
        // It has ended meanwhile, or is another user's.
        if (error instanceof Error && "code" in error) return [];
        throw error;
      }
    });
}
