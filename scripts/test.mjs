/**
 * Builds, provides what the tests need, runs them, and ends with one line for the whole run:
 * `N passed, N failed`. Exit 1 if anything failed or no test ran.
 *
 *   node scripts/test.mjs [--only <project>]… [--node <major>] [vitest's own filters and options…]
 *
 * --node runs tests and program with another Node, which npm run provide nodes brings.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeOfMajor } from "./provide/nodes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const countsFile = join(root, "test-output", "counts.json");

const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: {
    only: { type: "string", multiple: true },
    node: { type: "string" },
  },
});
const ours = new Set(["only", "node"]);
const forVitest = tokens
  .filter((token) => !(token.kind === "option" && ours.has(token.name)))
  .map((token) => {
    if (token.kind === "positional") return token.value;
    return token.inlineValue ? `${token.rawName}=${token.value}` : token.rawName;
  });

/** Runs a step on this terminal; true if it went well. */
function step(args, node = process.execPath) {
  return spawnSync(node, args, { cwd: root, stdio: "inherit" }).status === 0;
}

function finish({ passed, failed, skipped = 0 }) {
  const skips = skipped > 0 ? `, ${skipped} skipped` : "";
  console.log(`${passed} passed, ${failed} failed${skips}`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

const usual = ["unit", "integration", "e2e", "fault"];
const projects = values.only ?? usual;
const needsPrograms = projects.some((project) => project !== "unit");
const parts = [
  ["--quiet"],
  ...(projects.includes("clients") ? [["--quiet", "clients"]] : []),
  ...(values.node === undefined ? [] : [["--quiet", "nodes"]]),
];

if (needsPrograms) {
  if (!step(["scripts/build.mjs"])) finish({ passed: 0, failed: 1 });
  for (const part of parts) {
    if (!step(["scripts/provide.mjs", ...part])) finish({ passed: 0, failed: 1 });
  }
}

rmSync(countsFile, { force: true });
const selected = projects.flatMap((project) => ["--project", project]);
const vitest = ["node_modules/vitest/vitest.mjs", "run", ...selected, ...forVitest];
const ran = step(vitest, values.node === undefined ? process.execPath : nodeOfMajor(values.node));
const counts = existsSync(countsFile)
  ? JSON.parse(readFileSync(countsFile, "utf8"))
  : { passed: 0, failed: 1 };
finish(ran ? counts : { ...counts, failed: Math.max(1, counts.failed) });
