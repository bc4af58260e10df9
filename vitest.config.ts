import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

function project(name: string, testTimeout: number) {
  return {
    test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout, hookTimeout: 300_000 },
  };
}

/** One project a kind of test; the timeouts only end a hanging test, no test depends on them. */
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    globalSetup: "test/support/no-process-left.ts",
    reporters: ["default", ["./scripts/count-reporter.mjs", { file: "test-output/counts.json" }]],
    projects: [
      project("unit", 60_000),
      project("integration", 300_000),
      project("e2e", 300_000),
      project("fault", 300_000),
      project("clients", 600_000),
    ],
  },
});
