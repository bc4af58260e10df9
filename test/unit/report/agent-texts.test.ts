import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentFile, AgentReport } from "../../../src/report/agent-report.ts";
import { postToolContext } from "../../../src/report/post-tool-context.ts";
import { stopNotice } from "../../../src/report/stop-notice.ts";
import { stopReason } from "../../../src/report/stop-reason.ts";
import { hostileOutcomes, hostileText, safeLines } from "./hostile.ts";
import { finding, relPath } from "./support.ts";

const command = "valehook scan --session s1 --report new";

function agentReport(more: Partial<AgentReport> = {}): AgentReport {
  return { files: [], unchecked: [], facts: [], report: "new", command: () => command, ...more };
}

function file(more: Partial<AgentFile> = {}): AgentFile {
  return { path: "docs/a.md", findings: [], older: 0, compared: true, told: false, ...more };
}

const terms = finding({
  line: 3,
  column: 4,
  severity: "error",
  check: "Team.Terms",
  message: "Use 'use' instead of 'utilize'.",
  suggestions: ["use"],
});
const spelling = finding({ line: 9, column: 12, message: "Did you really mean 'foobad'?" });

describe("after a tool call the agent reads", () => {
  test("new findings one a line, then what is older, unchecked and otherwise worth knowing", () => {
    const text = postToolContext(
      agentReport({
        files: [
          file({ findings: [terms, spelling], older: 212 }),
          file({ path: "docs/b.md", findings: [spelling], compared: false }),
        ],
        unchecked: [{ path: relPath("docs/c.md"), problem: { code: "not-utf8", offset: 11 } }],
        facts: [
          { kind: "checks-changed", paths: [".vale.ini"] },
          { kind: "git-brought", files: 12 },
        ],
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "3 new Vale findings in 2 files changed in this session (1 error, 2 warnings):
      docs/a.md:3:4 error Team.Terms: Use 'use' instead of 'utilize'. → use 'use'
      docs/a.md:9:12 warning T.Foo: Did you really mean 'foobad'?
      docs/b.md:9:12 warning T.Foo: Did you really mean 'foobad'?
      Fix them now; where a finding is wrong, leave the text as it is.
      212 older findings in docs/a.md are not listed.
      No baseline is known for docs/b.md, so findings from before this session are listed too.
      Not checked: docs/c.md: not UTF-8 (byte 12). Save it as UTF-8.
      The checks themselves changed: .vale.ini. Files changed in this session are judged by what applies now.
      Git brought in 12 files (checkout, merge, pull or the like); they don't count as changed in this session."
    `);
  });

  test("nothing where there are only older findings", () => {
    expect(postToolContext(agentReport({ files: [file({ older: 3 })] }))).toBeUndefined();
  });

  test("one line for all files that have the same fault", () => {
    const unchecked = Array.from({ length: 60 }, (_, index) => ({
      path: relPath(`docs/page-${index}.md`),
      problem: { code: "not-reached" as const },
    }));
    const text = postToolContext(agentReport({ unchecked })) ?? "";
    expect(text.split("\n")).toHaveLength(1);
    expect(text).toMatch(/and \d+ more: was not reached in the time left\./);
  });

  test("how many were left out, and the command that prints them", () => {
    const findings = Array.from({ length: 3_000 }, (_, index) => finding({ line: index + 1 }));
    const text = postToolContext(agentReport({ files: [file({ findings })] })) ?? "";
    const [, shown, omitted] = /Shown (\d+), omitted (\d+) of 3000\./.exec(text) ?? [];
    expect(Number(shown) + Number(omitted)).toBe(3_000);
    expect(text.match(/^docs\/a\.md:/gm)).toHaveLength(Number(shown));
    expect(text).toContain(command);
    expect(Buffer.byteLength(text)).toBeLessThan(10_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(9_500);
  });
});

describe("when it wants to stop the agent reads", () => {
  test("only the names of findings that it read before, the others whole", () => {
    const text = stopReason(
      agentReport({
        files: [
          file({ findings: [terms], told: true }),
          file({ path: "docs/b.md", findings: [spelling] }),
        ],
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "2 new Vale findings remain in files changed in this session:
      docs/a.md:3:4 error Team.Terms
      docs/b.md:9:12 warning T.Foo: Did you really mean 'foobad'?
      Fix them, or stop again if they are wrong; each is asked about once."
    `);
  });

  test("nothing where no finding remains, whatever else there is to say", () => {
    const unchecked = [{ path: relPath("a.md"), problem: { code: "not-reached" as const } }];
    expect(stopReason(agentReport({ files: [file({ older: 2 })], unchecked }))).toBeUndefined();
  });
});

describe("when the agent stopped the person reads", () => {
  test("what remains and how to see it", () => {
    const text = stopNotice(
      agentReport({
        files: [file({ findings: [terms, spelling] }), file({ path: "docs/b.md" })],
        unchecked: [
          {
            path: relPath("docs/c.rst"),
            problem: { code: "parser-missing", parser: "rst2html", words: "" },
          },
        ],
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "valehook: 2 new Vale findings (1 error, 1 warning) remain in docs/a.md.
      To see them: valehook scan --session s1 --report new
      Not checked: docs/c.rst: Vale needs rst2html for this format. Install it: pip install docutils."
    `);
  });

  test("nothing where nothing remains", () => {
    expect(stopNotice(agentReport({ files: [file()] }))).toBeUndefined();
  });
});

test("no text of a file forges a line, and no answer reaches 10,000 bytes", () => {
  fc.assert(
    fc.property(hostileOutcomes, fc.array(hostileText), fc.boolean(), (outcomes, names, told) => {
      const files = outcomes.flatMap((outcome) =>
        outcome.kind === "checked"
          ? [file({ path: outcome.path, findings: outcome.findings, told, compared: !told })]
          : [],
      );
      const unchecked = outcomes.flatMap((outcome) =>
        outcome.kind === "unchecked" ? [{ path: outcome.path, problem: outcome.problem }] : [],
      );
      const report = agentReport({
        files,
        unchecked,
        facts: [{ kind: "checks-changed", paths: names }],
      });
      for (const text of [postToolContext(report), stopReason(report), stopNotice(report)]) {
        if (text === undefined) continue;
        expect(Buffer.byteLength(text)).toBeLessThan(10_000);
        for (const line of safeLines(text)) {
          expect(line).toMatch(
            /^x.*:\d+:\d+ |^\d+ new Vale findings? |^Not checked: |^The checks |^No baseline |^Fix |^valehook: |^To see /,
          );
        }
      }
    }),
  );
});

test("an answer stays below its bytes with thousands of files, faults and facts of every length", () => {
  const wide = "界".repeat(300);
  const files = Array.from({ length: 2_000 }, (_, index) =>
    file({
      path: `${wide}${index}.md`,
      findings: [finding({ message: wide, check: `T.${index}` })],
      older: 1,
      compared: false,
    }),
  );
  const unchecked = Array.from({ length: 2_000 }, (_, index) => ({
    path: relPath(`${wide}${index}`),
    problem: { code: "crashed" as const, words: `${wide}${index}` },
  }));
  const facts = Array.from({ length: 200 }, () => ({
    kind: "problem" as const,
    problem: { code: "internal" as const, detail: wide },
  }));
  const report = agentReport({ files, unchecked, facts });
  for (const text of [postToolContext(report), stopReason(report), stopNotice(report)]) {
    expect(Buffer.byteLength(text ?? "")).toBeGreaterThan(0);
    expect(Buffer.byteLength(text ?? "")).toBeLessThan(10_000);
    expect(text).toMatch(/2000/);
    expect(text).toContain(command);
  }
});
