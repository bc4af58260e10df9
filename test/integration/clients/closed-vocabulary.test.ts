import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Handlers as a person would write them; `wrong`: what the event can't carry out. */
const snippets = [
  { name: "pre-tool-use allows", wrong: false, code: `h<"pre-tool-use">(async () => allow)` },
  { name: "pre-tool-use denies", wrong: false, code: `h<"pre-tool-use">(async () => deny("r"))` },
  {
    name: "post-tool-use tells",
    wrong: false,
    code: `h<"post-tool-use">(async () => context("t"))`,
  },
  {
    name: "post-tool-use is silent",
    wrong: false,
    code: `h<"post-tool-use">(async () => silence)`,
  },
  { name: "stop blocks", wrong: false, code: `h<"stop">(async () => block("r"))` },
  { name: "stop notifies", wrong: false, code: `h<"stop">(async () => notice("n"))` },
  { name: "stop is silent", wrong: false, code: `h<"stop">(async () => silence)` },
  {
    name: "stop knows its retry",
    wrong: false,
    code: `h<"stop">(async (e) => e.stopHookActive ? silence : block("r"))`,
  },
  { name: "another event is silent", wrong: false, code: `h<"other">(async () => silence)` },
  { name: "pre-tool-use blocks", wrong: true, code: `h<"pre-tool-use">(async () => block("r"))` },
  { name: "pre-tool-use tells", wrong: true, code: `h<"pre-tool-use">(async () => context("t"))` },
  { name: "pre-tool-use is silent", wrong: true, code: `h<"pre-tool-use">(async () => silence)` },
  { name: "post-tool-use blocks", wrong: true, code: `h<"post-tool-use">(async () => block("r"))` },
  { name: "post-tool-use denies", wrong: true, code: `h<"post-tool-use">(async () => deny("r"))` },
  {
    name: "post-tool-use notifies",
    wrong: true,
    code: `h<"post-tool-use">(async () => notice("n"))`,
  },
  { name: "stop tells", wrong: true, code: `h<"stop">(async () => context("t"))` },
  { name: "stop denies", wrong: true, code: `h<"stop">(async () => deny("r"))` },
  { name: "another event blocks", wrong: true, code: `h<"other">(async () => block("r"))` },
  { name: "a handler returns nothing", wrong: true, code: `h<"stop">(async () => undefined)` },
  {
    name: "a block without a reason",
    wrong: true,
    code: `h<"stop">(async () => ({ kind: "block" }))`,
  },
  { name: "an exit code by hand", wrong: true, code: `h<"stop">(async () => ({ exitCode: 2 }))` },
  {
    name: "a context for a stop is encoded",
    wrong: true,
    code: `claude.encode<"stop">(stop, context("t"))`,
  },
  {
    name: "a block for a stop is encoded",
    wrong: false,
    code: `claude.encode<"stop">(stop, block("r"))`,
  },
];

const head = `
import { allow, block, context, deny, notice, silence } from "../../src/clients/answers.ts";
import type { AnswerTo, EventOf } from "../../src/clients/answers.ts";
import { claude } from "../../src/clients/claude.ts";
import type { EventKind } from "../../src/clients/event-kind.ts";
void [allow, block, context, deny, notice, silence, claude];
declare const stop: EventOf<"stop">;
declare function h<K extends EventKind>(handler: (event: EventOf<K>) => Promise<AnswerTo<K>>): void;
void [stop, h];
`;

// Within the project, so that its own configuration and types apply.
mkdirSync(join(root, "test-output"), { recursive: true });
const folder = mkdtempSync(join(root, "test-output", "vocabulary-"));
let errors = "";

beforeAll(() => {
  const files = snippets.map((_, index) => `snippet-${index}.ts`);
  snippets.forEach(({ code }, index) => {
    writeFileSync(join(folder, `snippet-${index}.ts`), `${head}${code};\n`);
  });
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: [], files }),
  );
  errors = compile();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the project's own compiler says, under the project's own settings. */
function compile(): string {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
    return "";
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}

test("the compiler complains of the snippets only", () => {
  const lines = errors.split("\n").filter((line) => /error TS/.test(line));
  expect(lines.filter((line) => !/snippet-\d+\.ts\(/.test(line))).toEqual([]);
});

test.each(snippets)("$name (must not compile: $wrong)", (snippet) => {
  const file = `snippet-${snippets.indexOf(snippet)}.ts(`;
  const own = errors.split("\n").filter((line) => line.includes(file));
  expect(own.length > 0, own.join("\n")).toBe(snippet.wrong);
});
