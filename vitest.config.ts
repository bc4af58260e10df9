import { defineConfig } from "vitest/config";

function project(name: string, testTimeout: number) {
  return {
    test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout, hookTimeout: 120_000 },
  };
}

/** One project a kind of test; the timeouts only end a hanging test, no test depends on them. */
export default defineConfig({
  test: {
    projects: [
      project("unit", 30_000),
      project("integration", 120_000),
      project("e2e", 180_000),
      project("fault", 180_000),
    ],
  },
});
