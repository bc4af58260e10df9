import { expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { explainLine } from "../../../src/base/explain.ts";
import type { ProblemCode } from "../../../src/base/problem.ts";
import { failure, success } from "../../../src/base/result.ts";
import { makeConfigFinder } from "../../../src/scope/vale-config.ts";
import { withSections } from "../../../src/scope/vale-rules.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import { checkFiles } from "../../../src/vale/check-files.ts";
import type { CheckRequest } from "../../../src/vale/check-request.ts";
import { nodeFileIo } from "../../../src/vale/file-io.ts";
import { locateVale } from "../../../src/vale/locate.ts";
import { checkRequest, stubVale } from "../../support/vale-check.ts";
import {
  foobadStyle,
  makeWorkspace,
  writeExecutable,
  type TestWorkspace,
} from "../../support/workspace.ts";

interface Fault {
  readonly code: ProblemCode;
  readonly words: RegExp;
  readonly path?: string;
  readonly content?: string | Uint8Array;
  readonly over?: (workspace: TestWorkspace) => Partial<CheckRequest>;
}

function stub(body: string) {
  return (workspace: TestWorkspace) => ({ vale: { path: stubVale(workspace, body) } });
}

/** A stand-in that answers an empty text but does this with a file. */
function stubOnFiles(body: string) {
  return stub(`if (operands.length === 0) answer({}); else { ${body} }`);
}

const faults: readonly Fault[] = [
  { code: "not-utf8", words: /byte 4/, content: Buffer.from("caf\xe9", "latin1") },
  { code: "binary", words: /UTF-16/, content: Buffer.from("\uFEFFwide", "utf16le") },
  {
    code: "too-large",
    words: /11 bytes.*10/,
    content: "x".repeat(11),
    over: () => ({ maxFileBytes: 10 }),
  },
  {
    code: "unreadable",
    words: /EACCES/,
    over: () => ({ io: { ...nodeFileIo, read: () => failure("EACCES") } }),
  },
  { code: "vanished", words: /gone/, path: "gone.md" },
  {
    code: "changed-while-checked",
    words: /changed/,
    over: stubOnFiles('fs.writeFileSync("a.md", "other"); answer({});'),
  },
  { code: "bad-front-matter", words: /yaml: line 1/, content: "---\na: [\n---\n" },
  {
    code: "parser-missing",
    words: /asciidoctor/,
    path: "a.adoc",
    content: "text\n",
    over: ({ env }) => ({ env: { ...env, PATH: "/nowhere" } }),
  },
  {
    code: "crashed",
    words: /panic: boom/,
    over: stubOnFiles(
      'fs.writeSync(2, "panic: boom\\n\\ngoroutine 1 [running]:\\n"); process.exit(2);',
    ),
  },
  {
    code: "rejected",
    words: /no such thing/,
    over: stubOnFiles('fs.writeSync(2, "no such thing\\n"); process.exit(2);'),
  },
  { code: "bad-answer", words: /not JSON/, over: stubOnFiles('fs.writeSync(1, "words");') },
  {
    code: "timed-out",
    words: /5\.\d s/,
    over: (workspace) => ({
      ...stubOnFiles("setTimeout(() => {}, 60_000);")(workspace),
      deadline: { remainingMs: () => 60_000, within: () => deadlineIn(5_300) },
    }),
  },
  {
    code: "not-reached",
    words: /time left/,
    over: (workspace) => ({
      ...stubOnFiles("setTimeout(() => {}, 60_000);")(workspace),
      deadline: deadlineIn(1_000),
    }),
  },
  {
    code: "vale-not-runnable",
    words: /nowhere/,
    over: () => ({ vale: { path: "/nowhere/vale" } }),
  },
  {
    code: "no-vale-config",
    words: /valehook init/,
    over: () => ({ configFor: () => success(undefined) }),
  },
  {
    code: "no-vale-section",
    words: /\.vale\.ini.*\[\*\.md\]/,
    path: "a.rst",
    over: (workspace) => {
      workspace.write(".vale.ini", "StylesPath = styles\n[*.txt]\nBasedOnStyles = T\n");
      const found = findWorkspace(workspace.root);
      if (!found.ok) throw new Error(found.problem.code);
      const where = { root: workspace.root, isMerged: false };
      return { configFor: withSections(makeConfigFinder(found.value), where) };
    },
  },
  {
    code: "vale-config-broken",
    words: /style 'Nope' does not exist/,
    over: (workspace) => {
      workspace.write(".vale.ini", "StylesPath = styles\n[*]\nBasedOnStyles = Nope\n");
      return {};
    },
  },
  {
    code: "vale-config-broken",
    words: /\.vale\.ini: syntax error in pattern/,
    over: (workspace) => {
      workspace.write(".vale.ini", "StylesPath = styles\n[*.{md]\nBasedOnStyles = T\n");
      return {};
    },
  },
  {
    code: "vale-config-broken",
    words: /Foo\.yml/,
    over: (workspace) => {
      workspace.write("styles/T/Foo.yml", "extends: existence\nmessage: [\n");
      return {};
    },
  },
  {
    code: "vale-config-missing",
    words: /--config/,
    over: () => ({
      configFor: () =>
        failure({ code: "vale-config-missing", path: "/nowhere/vale.ini", namedBy: "--config" }),
    }),
  },
];

const titled = faults.map((fault) => [`${fault.code}: ${fault.words.source}`, fault] as const);

test.each(titled)("%s: one line of plain words", async (_, fault) => {
  const { code, words, path = "a.md", content = "text\n", over } = fault;
  const files = path === "gone.md" ? {} : { [path]: content };
  const workspace = makeWorkspace({ kind: "plain", files: { ...foobadStyle(), ...files } });
  const outcomes = await checkFiles(checkRequest(workspace, [path], over?.(workspace)));
  expect(outcomes).toMatchObject([{ kind: "unchecked", path, problem: { code } }]);
  for (const outcome of outcomes) {
    const line = outcome.kind === "unchecked" ? explainLine(outcome.problem) : "";
    expect(line).toMatch(words);
    expect(line).not.toMatch(/\n|goroutine|Execution stopped|\{/);
  }
});

test("vale-missing: names what was passed over in the workspace, and the setting that allows it", async () => {
  const workspace = makeWorkspace({ kind: "plain" });
  const bin = workspace.at("node_modules/.bin");
  writeExecutable(bin, "vale", "#!/bin/sh\n");
  const env = { HOME: workspace.home, PATH: bin };
  const where = { trusted: false, root: workspace.root, env, installFolders: [] };
  const located = await locateVale(where);
  expect(located).toMatchObject({ ok: false, problem: { code: "vale-missing" } });
  expect(!located.ok && explainLine(located.problem)).toMatch(/node_modules.*trusted_workspaces/);
});

test("vale-named-missing: says who named it", async () => {
  const { root } = makeWorkspace({ kind: "plain" });
  const named = { path: "/nowhere/vale", namedBy: "the personal configuration" };
  const located = await locateVale({ named, trusted: false, root, env: {} });
  expect(!located.ok && explainLine(located.problem)).toMatch(
    /personal configuration names \/nowhere/,
  );
});
