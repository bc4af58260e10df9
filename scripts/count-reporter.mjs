import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A vitest reporter that counts the whole run into the file of its option `file`. A test file that
 * fails to load, and an error outside any test, count as one failed test each.
 * @implements {import("vitest/reporters").Reporter}
 */
export default class CountReporter {
  #file;

  constructor({ file }) {
    this.#file = file;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const errorsOutsideTests = module.errors().length;
      const suites = [...module.children.allSuites()];
      counts.failed += errorsOutsideTests;
      counts.failed += suites.filter((suite) => suite.errors().length > 0).length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "passed" || state === "skipped" ? state : "failed"] += 1;
      }
    }
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(counts));
  }
}
