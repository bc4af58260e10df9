import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/project-root.ts";

const read = (path: string): string => readFileSync(join(projectRoot, path), "utf8");
const action = read("action.yml");
const steps = ["install", "scan"].map((name) => read(`scripts/action/${name}.sh`)).join("\n");

const all = (text: string, pattern: RegExp): Set<string | undefined> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name));

test("every input of the action is handed to a step, and every step's input is handed over", () => {
  const [, declared = ""] = /^inputs:\n([^]*?)^outputs:/m.exec(action) ?? [];
  const inputs = all(declared, /^ {2}([a-z-]+):$/gm);
  expect(inputs.size).toBeGreaterThan(5);
  expect(all(action, /\$\{\{ inputs\.([a-z-]+) \}\}/g)).toEqual(inputs);
  expect(all(steps, /VALEHOOK_INPUT_([A-Z_]+)/g)).toEqual(
    all(action, /VALEHOOK_INPUT_([A-Z_]+):/g),
  );
});

test("no step puts an input into a command line itself: the shell would run what it holds", () => {
  const commands = [...action.matchAll(/^ *run: (.*)$/gm)].map(([, command]) => command);
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(command).not.toContain("${{");
});

test("every action that a workflow uses is pinned by the id of its commit, with its version beside it", () => {
  const workflows = ["ci", "release"]
    .map((name) => read(`.github/workflows/${name}.yml`))
    .join("\n");
  const uses = all(workflows, /uses: (.*)$/gm);
  expect(uses.size).toBeGreaterThan(2);
  for (const used of uses) {
    if (used === "./") continue;
    expect(used).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});
