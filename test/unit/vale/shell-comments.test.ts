import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shellComments } from "../../../src/vale/shell-comments.ts";

/** The comments of a script as text, in order. */
function commentsOf(script: string): string[] {
  const lines = script.split("\n");
  return shellComments(script).map(({ line, column, endColumn }) =>
    Array.from(lines[line - 1] ?? "")
      .slice(column - 1, endColumn - 1)
      .join(""),
  );
}

test.each<[string, string, string[]]>([
  ["a line of its own", "# one\necho hi\n  # two\n", ["# one", "# two"]],
  ["behind a command", "echo hi # yes\n", ["# yes"]],
  [
    "behind an operator",
    "a;# one\nb&# two\nc|# three\n(d)# four\n",
    ["# one", "# two", "# three", "# four"],
  ],
  ["the first line", "#!/bin/sh\n", ["#!/bin/sh"]],
  ["without a line end", "true # last", ["# last"]],
  ["within a word", "echo a#b x#\n", []],
  ["behind a brace", "{# not; }\n", []],
  ["escaped", "echo \\# no\n", []],
  ["in single quotes", "echo ' # no' # yes\n", ["# yes"]],
  ["in double quotes", 'echo " # no" # yes\n', ["# yes"]],
  ["in quotes over lines", "echo '\n# no\n' # yes\n", ["# yes"]],
  ["an escaped quote", 'echo "\\" # no" # yes\n', ["# yes"]],
  ["a quote in a comment", "# it's\necho 'x' # yes\n", ["# it's", "# yes"]],
  ["ANSI-C quotes", "echo $'it\\'s # no' # yes\n", ["# yes"]],
  ["translated quotes", 'echo $"a # no" # yes\n', ["# yes"]],
  ["the number of arguments", "echo $# ${#} ${#x} ${x#y} ${x# y} # yes\n", ["# yes"]],
  ["a base", "echo $((16#ff + 2 # 3)) # yes\n", ["# yes"]],
  ["an arithmetic command", "((x = 16#ff)) # yes\n", ["# yes"]],
  ["a shift in arithmetic", "echo $((1 << 2)) # yes\n# two\n2\n", ["# yes", "# two"]],
  ["a shift in a loop", "for ((i = 1; i <<= 1; i++)); do x; done # yes\n", ["# yes"]],
  ["two subshells that look like arithmetic", "((a); (b)) # yes\n", ["# yes"]],
  ["a command in a command that looks like arithmetic", "x=$((a); (b)) # yes\n", ["# yes"]],
  ["in a command substitution", 'x="$(a # yes )\n)" # two\n', ["# yes )", "# two"]],
  ["right behind a command substitution", "echo $(a)#b\n", []],
  ["in quotes in a substitution in quotes", 'x="$(echo " # no")" # yes\n', ["# yes"]],
  ["in backticks", "x=`a # yes` # two\n", ["# yes", "# two"]],
  ["right behind backticks", "x=`a`#b\n", []],
  ["a default value", 'x="${a:-" # no"}" # yes\n', ["# yes"]],
  ["a quote in a default value in quotes", 'x="${a:-it\'s}" # yes\n', ["# yes"]],
  ["a heredoc", "cat <<EOF # yes\n# no\nEOF\n# two\n", ["# yes", "# two"]],
  ["a heredoc with a quoted end", "cat <<'E F'\n# no\nE F\n# yes\n", ["# yes"]],
  ["a heredoc with an escaped end", "cat <<\\EOF\n# no $(\nEOF\n# yes\n", ["# yes"]],
  ["a heredoc with tabs", "cat <<-EOF\n\t# no\n\tEOF\n# yes\n", ["# yes"]],
  ["tabs before the end count without -", "cat <<EOF\n\tEOF\n# no\nEOF\n# yes\n", ["# yes"]],
  ["two heredocs", "cat <<A <<B\n# no\nA\n# no\nB\n# yes\n", ["# yes"]],
  ["a heredoc in a substitution", 'x="$(cat <<EOF\n# no " )\nEOF\n)" # yes\n', ["# yes"]],
  ["a heredoc that never ends", "cat <<EOF\n# no\n", []],
  ["a here string", "cat <<< x # yes\n# two\n", ["# yes", "# two"]],
  [
    "case patterns in a substitution",
    'x="$(case $1 in a) b # yes\n;; esac)" # two\n',
    ["# yes", "# two"],
  ],
  ["case as an argument", 'x="$(echo case)" # yes\n', ["# yes"]],
  ["an array", "x=( a # yes\n b#c\n) # two\n", ["# yes", "# two"]],
  ["a joined line", "echo a \\\n# yes\necho a\\\n#no\n", ["# yes"]],
  ["line ends of Windows", "a # yes\r\n# two\r\n", ["# yes\r", "# two\r"]],
  ["a process substitution", "diff <(a # yes\n) x # two\n", ["# yes", "# two"]],
])("%s", (_, script, expected) => {
  expect(commentsOf(script)).toEqual(expected);
});

test("columns are code points", () => {
  expect(shellComments("echo 😀 # é😀\n")).toEqual([{ line: 1, column: 8, endColumn: 12 }]);
});

/** Pieces of a script, each with the comments that it holds by its making. */
const word = fc.constantFrom(
  "a",
  "b#c",
  "'# no'",
  '"# no $(x)"',
  "$#",
  "${#x}",
  "$((16#ff))",
  "\\#",
  "$'\\' # no'",
);
const comment = fc.stringMatching(/^[a-z'"`$(){}\\<# ]{0,12}$/).map((text) => `# ${text}`);
const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const piece: fc.Arbitrary<{ text: string; comments: string[] }> = fc.oneof(
  command.map((text) => ({ text: `${text}\n`, comments: [] })),
  comment.map((text) => ({ text: `${text}\n`, comments: [text] })),
  fc
    .tuple(command, comment)
    .map(([text, note]) => ({ text: `${text} ${note}\n`, comments: [note] })),
  fc.tuple(command, comment).map(([text, note]) => ({
    text: `x="$(${text} ${note}\n)"\n`,
    comments: [note],
  })),
  fc.tuple(fc.constantFrom("EOF", "'EOF'", "\\EOF"), comment).map(([end, body]) => ({
    text: `cat <<${end}\n${body}\nEOF\n`,
    comments: [],
  })),
);

test("whatever scripts are put together from, their comments are those of their parts", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(commentsOf(pieces.map((each) => each.text).join(""))).toEqual(
        pieces.flatMap((each) => each.comments),
      );
    }),
  );
});

test("any text is read to its end, and comments never overlap", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...Array.from("#\\'\"`$(){}<-\n\t ae;|&")), { maxLength: 60 }),
      (chars) => {
        const comments = shellComments(chars.join(""));
        for (const [index, { line, column, endColumn }] of comments.entries()) {
          expect(endColumn).toBeGreaterThan(column);
          const before = comments[index - 1];
          expect(before === undefined || before.line < line || before.endColumn <= column).toBe(
            true,
          );
        }
      },
    ),
  );
});
