import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deadlineIn, type Deadline } from "../../../src/base/deadline.ts";
import { limits } from "../../../src/base/limits.ts";
import { checkFiles } from "../../../src/vale/check-files.ts";
import { checkRequest, stubVale, verdicts } from "../../support/vale-check.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const names = Array.from({ length: 50 }, (_, index) => `p${String(index).padStart(2, "0")}.md`);

function fiftyPages(): TestWorkspace {
  const pages = Object.fromEntries(names.map((name) => [name, "foobad\n"]));
  return makeWorkspace({ kind: "plain", files: { ...foobadStyle(), ...pages } });
}

function runsOf(workspace: TestWorkspace): string[][] {
  const log = `${workspace.home}/stub/runs.log`;
  if (!existsSync(log)) return [];
  return readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string[]);
}

/** All files but the bad ones get one finding; how a run ends that has a bad one is up to the test. */
function stubThatDiesOf(workspace: TestWorkspace, bad: readonly string[], how: string) {
  const body = `
    if (operands.some((name) => ${JSON.stringify(bad)}.includes(name))) { ${how} }
    else answer(Object.fromEntries(operands.map((name) => [name, [alert()]])));`;
  return { path: stubVale(workspace, body) };
}

test.each([
  [
    "panics",
    'fs.writeSync(2, "panic: boom\\n\\ngoroutine 1 [running]:\\nx()\\n"); process.exit(2);',
    "crashed",
  ],
  [
    "is ended by a signal",
    'process.kill(process.pid, "SIGSEGV"); setTimeout(() => {}, 9999);',
    "crashed",
  ],
  ["fails with a usage text", 'fs.writeSync(2, "unknown flag\\n"); process.exit(2);', "rejected"],
  ["says nothing", "", "bad-answer"],
  ["answers words", 'fs.writeSync(1, "not json");', "bad-answer"],
  ["breaks off its answer", "fs.writeSync(1, '{\"p00.md\": [');", "bad-answer"],
  ["speaks of a file that was not sent", 'answer({ "other.md": [alert()] });', "bad-answer"],
  ["gives no list", "answer({ [operands[0]]: null });", "bad-answer"],
  ["leaves out a line", "answer({ [operands[0]]: [alert({ Line: null })] });", "bad-answer"],
])("when Vale %s, the file at fault is told alone", async (_, how, code) => {
  const workspace = fiftyPages();
  const vale = stubThatDiesOf(workspace, ["p07.md"], how);
  const told = await verdicts(workspace, names, { vale, jobs: 2 });
  const expected = Object.fromEntries(names.map((name) => [name, "1:1-7 T.Foo"]));
  expect(told).toEqual({ ...expected, "p07.md": code });
  // The first run, the probe of the configuration, and the halving.
  expect(runsOf(workspace).length).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(50)) + 2);
});

test("two files that crash Vale don't hide each other", async () => {
  const workspace = fiftyPages();
  const vale = stubThatDiesOf(workspace, ["p00.md", "p49.md"], "process.exit(2);");
  const told = await verdicts(workspace, names, { vale });
  expect(Object.entries(told).filter(([, verdict]) => verdict === "rejected")).toEqual([
    ["p00.md", "rejected"],
    ["p49.md", "rejected"],
  ]);
});

test.each([
  ["says nothing", ""],
  ["prints its usage", 'fs.writeSync(1, "Usage: vale"); process.exit(0);'],
  ["crashes", 'fs.writeSync(2, "panic: boom\\n"); process.exit(2);'],
  ["answers words", 'fs.writeSync(1, "not json");'],
])("a Vale that always %s is told once for all, without a split", async (_, body) => {
  const workspace = fiftyPages();
  const vale = { path: stubVale(workspace, body) };
  const told = await verdicts(workspace, names, { vale, jobs: 1 });
  expect(new Set(Object.values(told))).toEqual(new Set(["vale-not-runnable"]));
  expect(runsOf(workspace).length).toBe(2);
});

test("a program that can't be started is told as such", async () => {
  const workspace = fiftyPages();
  expect(await verdicts(workspace, names.slice(0, 1), { vale: { path: "/nowhere/vale" } })).toEqual(
    {
      "p00.md": "vale-not-runnable",
    },
  );
});

/** The deadline of a check, but with runs of the given length, so that no test waits 20 s. */
function shortRuns(runMs: readonly number[]): Deadline {
  const whole = deadlineIn(60_000);
  const left = [...runMs];
  return {
    remainingMs: () => whole.remainingMs(),
    within: (ms) => whole.within(left.shift() ?? ms),
  };
}

test("a batch that takes too long runs file by file, and only the slow file has no verdict", async () => {
  const workspace = fiftyPages();
  const vale = stubThatDiesOf(workspace, ["p07.md"], "setTimeout(() => {}, 60_000);");
  const alone = Array.from({ length: 12 }, () => limits.aloneMs + 200);
  const deadline = shortRuns([700, ...alone]);
  const told = await verdicts(workspace, names.slice(0, 12), { vale, jobs: 1, deadline });
  const expected = Object.fromEntries(names.slice(0, 12).map((name) => [name, "1:1-7 T.Foo"]));
  expect(told).toEqual({ ...expected, "p07.md": "timed-out" });
  expect(runsOf(workspace).filter((run) => run.length === 1)).toHaveLength(12);
});

test("a file that had less than five seconds alone is not called too slow", async () => {
  const workspace = fiftyPages();
  const vale = { path: stubVale(workspace, "setTimeout(() => {}, 60_000);") };
  const told = await verdicts(workspace, ["p00.md"], { vale, deadline: shortRuns([300]) });
  expect(told).toEqual({ "p00.md": "not-reached" });
});

test("the end of the time leaves what was not reached, and what was done stays", async () => {
  const workspace = fiftyPages();
  const vale = stubThatDiesOf(workspace, ["p01.md"], "setTimeout(() => {}, 60_000);");
  const told = await verdicts(workspace, ["p00.md", "p01.md", "p02.md"], {
    vale,
    jobs: 1,
    batchFiles: 1,
    deadline: deadlineIn(3_000),
  });
  expect(told["p01.md"]).toBe("not-reached");
  expect(Object.values(told)).not.toContain("clean");
});

test("200,000 findings of one run are counted right", async () => {
  const workspace = fiftyPages();
  const body = `
    const one = alert({ Description: "x".repeat(80), Message: "Avoid 'foobad', please, in every place that it is in." });
    const list = "[" + Array.from({ length: 4000 }, (_, index) => JSON.stringify({ ...one, Line: index + 1 }, null, 2)).join(",") + "]";
    const text = "{" + operands.map((name) => JSON.stringify(name) + ": " + list).join(",") + "}";
    for (let at = 0; at < text.length; ) at += fs.writeSync(1, text.slice(at, at + 65536));`;
  const vale = { path: stubVale(workspace, body) };
  const outcomes = await checkFiles(checkRequest(workspace, names, { vale, jobs: 1 }));
  const counts = outcomes.map((outcome) =>
    outcome.kind === "checked" ? outcome.findings.length : 0,
  );
  expect(counts).toEqual(names.map(() => 4000));
});

test("a file that changes while Vale reads it is neither clean nor found fault with", async () => {
  const workspace = fiftyPages();
  const body = `fs.writeFileSync("p00.md", "other text\\n"); fs.rmSync("p01.md"); answer({});`;
  const vale = { path: stubVale(workspace, body) };
  expect(await verdicts(workspace, ["p00.md", "p01.md", "p02.md"], { vale })).toEqual({
    "p00.md": "changed-while-checked",
    "p01.md": "vanished",
    "p02.md": "clean",
  });
});

test("Vale gets no input, no shell, and its arguments in the order that it needs", async () => {
  const workspace = fiftyPages();
  const body = `
    fs.writeFileSync(process.env.HOME + "/seen.json", JSON.stringify({
      args: process.argv.slice(2), cwd: process.cwd(), input: fs.readFileSync(0, "utf8") }));
    answer({});`;
  await verdicts(workspace, ["p00.md"], { vale: { path: stubVale(workspace, body) } });
  expect(JSON.parse(readFileSync(`${workspace.home}/seen.json`, "utf8"))).toEqual({
    args: [
      "--no-global",
      `--config=${workspace.at(".vale.ini")}`,
      "--output=JSON",
      "--",
      "./p00.md",
    ],
    cwd: workspace.root,
    input: "",
  });
});
