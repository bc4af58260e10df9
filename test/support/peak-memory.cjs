"use strict";
// Preloaded into a process: leaves the most memory that it held, in kB, in the file that VALEHOOK_TEST_PEAK names.
const { readFileSync, writeFileSync } = require("node:fs");

process.on("exit", () => {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  writeFileSync(process.env.VALEHOOK_TEST_PEAK, peak[1]);
});
