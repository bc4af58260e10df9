import { expect, test } from "vitest";
import { parseAnswer } from "../../../src/vale/answer.ts";

const alert = {
  Action: { Name: "", Params: null },
  Span: [1, 6],
  Check: "T.Foo",
  Description: "",
  Link: "",
  Message: "no foobad",
  Severity: "warning",
  Match: "foobad",
  Line: 1,
};

function parse(answer: unknown, asked: readonly string[] = ["a.md", "docs/b.md"]) {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return parseAnswer(Buffer.from(text), new Set(asked));
}

test("lists that an older Vale leaves out or writes as null are empty", () => {
  const parsed = parse({ "a.md": [alert] });
  expect(parsed.ok && parsed.value.get("a.md")).toEqual([
    expect.objectContaining({ Suggestions: [], Action: { Name: "", Params: [] } }),
  ]);
});

test("a file without alerts isn't in the answer", () => {
  const parsed = parse("{}\n");
  expect(parsed.ok && parsed.value.size).toBe(0);
});

test("a name with ./ before it is the same name", () => {
  const parsed = parse({ "./a.md": [alert] });
  expect(parsed.ok && [...parsed.value.keys()]).toEqual(["a.md"]);
});

test.each([
  ["nothing", "", "it is empty"],
  ["blanks", " \n", "it is empty"],
  ["words", "not json", "it is not JSON"],
  ["half an answer", '{"a.md": [', "it is not JSON"],
  ["two answers", "{}{}", "it is not JSON"],
  ["a list", "[]", "not an object"],
  ["null", "null", "not an object"],
  ["no list for a file", { "a.md": null }, "null"],
  ["an object for a file", { "a.md": {} }, "Object"],
  ["another file", { "c.md": [alert] }, "c.md"],
  ["the text of a path", { "stdin.txt": [] }, "stdin.txt"],
  ["a name that objects have", '{"__proto__": []}', "__proto__"],
  ["an absolute path", { "/w/a.md": [alert] }, "/w/a.md"],
  ["an alert that is null", { "a.md": [null] }, "null"],
  ["a span of one", { "a.md": [{ ...alert, Span: [1] }] }, "Span"],
  ["a span of words", { "a.md": [{ ...alert, Span: ["1", "6"] }] }, "Span"],
  ["half a column", { "a.md": [{ ...alert, Span: [1.5, 6] }] }, "Span"],
  ["an unknown severity", { "a.md": [{ ...alert, Severity: "fatal" }] }, "Severity"],
  ["no line", { "a.md": [{ ...alert, Line: undefined }] }, "Line"],
  ["no check", { "a.md": [{ ...alert, Check: "" }] }, "Check"],
  ["suggestions of another kind", { "a.md": [{ ...alert, Suggestions: [1] }] }, "Suggestions"],
  ["no action", { "a.md": [{ ...alert, Action: null }] }, "Action"],
])("%s can't be trusted, and the answer says why", (_, answer, word) => {
  const parsed = parse(answer);
  expect(parsed.ok).toBe(false);
  expect(!parsed.ok && parsed.problem).toContain(word);
});
