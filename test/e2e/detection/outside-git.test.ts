import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

test("outside Git the rules are the same: ignored files, excluded folders, links and nested repositories are passed over", async () => {
  const workspace = makeWorkspace({
    kind: "plain",
    files: {
      ...foobadStyle(),
      "docs/a.md": "Fine.\n",
      "docs/old.md": "An old foobad.\n",
      ".gitignore": "out/\n*.tmp.md\n",
      "docs/.gitignore": "draft-*\n!draft-kept.md\n",
    },
  });
  const elsewhere = join(workspace.home, "elsewhere");
  mkdirSync(elsewhere);
  const session = agentSession(workspace);
  await session.pre();
  workspace.shell("touch docs/*.md; chmod 600 docs/old.md");
  expect((await session.post()).raw.stdout).toBe("");
  const passedOver = [
    "out/b.md",
    "docs/c.tmp.md",
    "docs/draft-x.md",
    "node_modules/x/README.md",
    ".venv/lib/d.md",
  ];
  for (const path of passedOver) workspace.write(path, "foobad\n");
  workspace.shell("git init -q nested; echo foobad > nested/e.md");
  writeFileSync(join(elsewhere, "f.md"), "foobad\n");
  symlinkSync(elsewhere, workspace.at("docs/linked"));
  symlinkSync(join(elsewhere, "f.md"), workspace.at("docs/link.md"));
  expect((await session.post()).raw.stdout).toBe("");
  workspace.write("docs/draft-kept.md", "foobad\n");
  workspace.shell("mv docs/old.md docs/new.md; echo 'A fresh foobad.' >> docs/new.md");
  const told = await session.post();
  expect(told.context).toMatch(/^docs\/draft-kept\.md:1:1 /m);
  expect(told.context).toMatch(/^docs\/new\.md:2:9 /m);
  expect(told.context).not.toMatch(/^docs\/new\.md:1:/m);
  expect(told.context).toContain("2 new Vale findings in 2 files");
  workspace.remove("docs/draft-kept.md");
  expect((await session.stop()).blocked).toMatch(/^docs\/new\.md:2:9/m);
});
