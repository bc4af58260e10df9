import { expect, test } from "vitest";

import { silencingComments } from "../../../src/vale/silencing-comments.ts";
import { runProgram } from "../../support/hook-driver.ts";
import { valePath } from "../../support/vale.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const comments = [
  ["a.md", "<!-- vale off -->"],
  ["b.md", "<!--vale off-->"],
  ["c.md", "<!--\nvale off\n-->"],
  ["d.md", "<!-- vale T.Foo = NO -->"],
  ["e.md", '<!-- vale T.Foo["foobad"] = NO -->'],
  ["f.md", "<!-- vale T = NO -->"],
  ["g.md", "<!-- vale T.Foo = off -->"],
  ["h.md", "<!-- vale styles = U -->"],
  ["i.mdx", "{/* vale off */}"],
  ["j.html", "<!-- vale off -->"],
  ["k.rst", ".. vale off"],
  ["l.rst", "..\n   vale off"],
  ["m.md", "<!-- VALE OFF -->"],
  ["n.md", "<!--  vale  off  -->"],
  ["o.md", "<!-- vale T.Foo = YES -->"],
  ["p.md", "`<!-- vale off -->`"],
  ["q.md", "```\n<!-- vale off -->\n```"],
  ["r.txt", "<!-- vale off -->"],
  ["s.rst", "vale off"],
] as const;

test("a comment counts as turning Vale off exactly where it does in Vale", async () => {
  const files = Object.fromEntries(
    comments.map(([path, comment]) => [path, `Text.\n\n${comment}\n\nA foobad line.\n`]),
  );
  const workspace = makeWorkspace({ files: { ...foobadStyle(), ...files } });
  for (const [path] of comments) {
    const ended = await runProgram(valePath(), ["--no-global", "--output=JSON", path], {
      cwd: workspace.root,
      env: workspace.env,
    });
    const isSilent = !ended.stdout.includes("T.Foo");
    expect(ended.stderr, path).toBe("");
    expect(silencingComments(path, files[path] ?? "").length > 0, path).toBe(isSilent);
  }
});
