import { expect, test } from "vitest";
import { recogniseFault } from "../../../src/vale/recognise-fault.ts";
import type { ValeEnd } from "../../../src/vale/run-vale.ts";

const context = {
  program: "/opt/vale",
  config: "/w/.vale.ini",
  asked: new Set(["a.md", "docs/b.rst", "fm.md"]),
};

function ended(over: Partial<ValeEnd>): ValeEnd {
  return {
    cause: "exit",
    exitCode: 2,
    signal: undefined,
    stdout: Buffer.alloc(0),
    stderr: "",
    startError: "",
    ms: 100,
    ...over,
  };
}

function valeError(Text: string, Path = "", Code = "E100"): ValeEnd {
  return ended({
    stderr: `\n${JSON.stringify({ Line: 0, Path, Text, Code, Span: 0 }, null, 2)}\n`,
  });
}

function e100(where: string, words: string): ValeEnd {
  return valeError(`E100 [${where}] Runtime error\n\n${words}\n\nExecution stopped with code 1.`);
}

test("an error at a place in a document is its front matter's", () => {
  const end = valeError("yaml: line 1: did not find expected node content", "fm.md", "E201");
  expect(recogniseFault(end, context)).toEqual({
    kind: "file",
    operand: "fm.md",
    problem: {
      code: "bad-front-matter",
      words: "yaml: line 1: did not find expected node content",
    },
  });
});

test("a document that an error names by its context is at fault, and a trace is told by its last line", () => {
  const trace = 'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: bad table';
  expect(recogniseFault(e100("docs/b.rst", trace), context)).toEqual({
    kind: "file",
    operand: "docs/b.rst",
    problem: { code: "rejected", words: "ValueError: bad table" },
  });
});

test("a file that went away is told from its argument", () => {
  const fault = recogniseFault(e100("doLint", "argument './a.md' does not exist"), context);
  expect(fault).toEqual({ kind: "file", operand: "a.md", problem: { code: "vanished" } });
});

test.each(["rst2html", "asciidoctor", "xsltproc", "mdx2vast", "dita"])(
  "a missing %s is a parser",
  (parser) => {
    expect(recogniseFault(e100("lintXML", `${parser} not found`), context)).toEqual({
      kind: "parser",
      problem: { code: "parser-missing", parser, words: `${parser} not found` },
    });
  },
);

test.each([
  ["a missing style", e100("loadStyles", "style 'Nope' does not exist on StylesPath")],
  ["a missing vocabulary", e100("vocab", "'Nov' vocabulary not found; searched: /w/styles")],
  ["an unreadable configuration", e100("config pipeline failed", "key-value delimiter not found")],
  ["a missing configuration", e100("--config", "path '/w/.vale.ini' does not exist")],
  ["a broken rule", valeError("did not find expected node content", "/w/styles/B/x.yml", "E201")],
  ["a wrong level", valeError("MinAlertLevel must be …", "/w/.vale.ini", "E201")],
  ["a wrong section, blamed on another file", valeError("core option", ".vale.ini", "E201")],
])("%s is the configuration's fault, as a whole", (_, end) => {
  const fault = recogniseFault(end, context);
  expect(fault).toMatchObject({
    kind: "whole",
    problem: { code: "vale-config-broken", config: "/w/.vale.ini" },
  });
});

test("a broken rule is told with its file, the configuration without", () => {
  const rule = recogniseFault(valeError("bad", "/w/styles/B/x.yml", "E201"), context);
  expect(rule).toMatchObject({ problem: { words: "/w/styles/B/x.yml: bad" } });
  const config = recogniseFault(valeError("bad", "/w/.vale.ini", "E201"), context);
  expect(config).toMatchObject({ problem: { words: "bad" } });
});

test.each([
  [
    "a panic",
    ended({
      stderr: "\npanic: runtime error: index out of range [12]\n\ngoroutine 20 [running]:\nx()",
    }),
    "crashed",
    "panic: runtime error: index out of range [12]",
  ],
  [
    "a lack of memory",
    ended({ stderr: "fatal error: runtime: out of memory\n\nruntime stack:" }),
    "crashed",
    "fatal error: runtime: out of memory",
  ],
  ["a signal", ended({ exitCode: undefined, signal: "SIGSEGV" }), "crashed", "ended by SIGSEGV"],
  [
    "usage text",
    ended({ stderr: "unknown flag: --nope\nvale - A command-line linter for prose.\n" }),
    "rejected",
    "unknown flag: --nope",
  ],
  [
    "usage text on standard output",
    ended({ stdout: Buffer.from("\nUsage: vale\n") }),
    "rejected",
    "Usage: vale",
  ],
  ["no word at all", ended({ exitCode: 3 }), "rejected", "exit status 3"],
  ["an error of another shape", ended({ stderr: '{"oops": 1}' }), "rejected", '{"oops": 1}'],
  ["an unknown error", e100("NLP.Compute", "no such endpoint"), "rejected", "no such endpoint"],
])("%s may be any file's fault", (_, end, code, words) => {
  expect(recogniseFault(end, context)).toEqual({ kind: "unknown", problem: { code, words } });
});

test("words are never a trace, a blob or Vale's closing line", () => {
  const fault = recogniseFault(e100("loadStyles", "style 'X' does not exist"), context);
  expect(JSON.stringify(fault)).not.toMatch(/Execution stopped|Runtime error|goroutine/);
});

test("an answer that is nonsense may be any file's fault", () => {
  expect(recogniseFault(ended({ exitCode: 0 }), context, "it is empty")).toEqual({
    kind: "unknown",
    problem: { code: "bad-answer", detail: "it is empty" },
  });
});

test.each([
  ended({ cause: "not-started", exitCode: undefined, startError: "spawn /opt/vale EACCES" }),
  ended({ exitCode: 126, stderr: "timeout: failed to run command '/opt/vale': Exec format error" }),
  ended({ exitCode: 127, stderr: "timeout: failed to run command '/opt/vale': No such file" }),
])("a Vale that can't be started is no file's fault", (end) => {
  expect(recogniseFault(end, context)).toMatchObject({
    kind: "whole",
    problem: { code: "vale-not-runnable", path: "/opt/vale" },
  });
});

test("what we ended ourselves is never called a crash", () => {
  const killed = { exitCode: undefined, signal: "SIGKILL", ms: 20_004.4 };
  expect(recogniseFault(ended({ ...killed, cause: "time" }), context)).toEqual({
    kind: "time",
    afterMs: 20_004,
  });
  expect(recogniseFault(ended({ ...killed, cause: "ended" }), context)).toEqual({ kind: "ended" });
  expect(recogniseFault(ended({ ...killed, cause: "overflow" }), context)).toMatchObject({
    kind: "unknown",
    problem: { code: "bad-answer" },
  });
});
