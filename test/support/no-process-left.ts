import { tmpdir } from "node:os";
import { join } from "node:path";
import { remainingProcesses } from "./processes.ts";

/** Names the temporary folders of this run, so that what works in them can be told from another run's. */
export function setup(): void {
  process.env["VALEHOOK_TEST_RUN"] = `${process.pid}-`;
}

/** Fails the run if a process that a test started, or that valehook started in it, has outlived all tests. Linux only. */
export async function teardown(): Promise<void> {
  if (process.platform !== "linux") return;
  const prefix = join(tmpdir(), `valehook-test-${process.env["VALEHOOK_TEST_RUN"] ?? ""}`);
  const left = await remainingProcesses(prefix);
  if (left.length === 0) return;
  // vitest prints what a teardown throws, and ends with 0 all the same.
  process.exitCode = 1;
  throw new Error(`Processes outlive the tests: ${left.join("; ")}`);
}
