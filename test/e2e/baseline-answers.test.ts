import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { valePath } from "../support/vale.ts";
import { foobadStyle, makeWorkspace, writeExecutable } from "../support/workspace.ts";

test("Vale's answer for a baseline text is remembered across events and sessions", async () => {
  const workspace = makeWorkspace({
    files: { ...foobadStyle(), "docs/a.md": "An old foobad line.\n", "docs/b.md": "Fine.\n" },
  });
  const log = join(workspace.home, "vale-runs");
  const counted = writeExecutable(
    join(workspace.home, "bin"),
    "vale",
    `#!/bin/sh\necho "$*" >> '${log}'\nexec '${valePath()}' "$@"\n`,
  );
  const env = { ...workspace.env, VALEHOOK_VALE: counted };
  const textRuns = () => readFileSync(log, "utf8").match(/--ext/g)?.length ?? 0;
  const session = agentSession({ root: workspace.root, env });
  await session.pre();
  workspace.write("docs/a.md", "An old foobad line.\n\nA new foobad line.\n");
  const first = await session.post();
  expect(first.context).toContain("docs/a.md:3:7");
  expect(first.context).toContain("1 older finding in docs/a.md is not listed.");
  expect(textRuns()).toBe(1);
  workspace.write("docs/a.md", "An old foobad line.\n\nAnother foobad line.\n");
  const second = await session.post();
  expect(second.context).toContain("docs/a.md:3:9");
  expect(second.context).toContain("1 older finding in docs/a.md is not listed.");
  expect(textRuns()).toBe(1);

  workspace.git("stash", "--quiet");
  const other = agentSession({ root: workspace.root, env });
  await other.pre();
  workspace.git("stash", "pop", "--quiet");
  expect((await other.post()).context).toContain("1 older finding");
  expect(textRuns()).toBe(1);
  const kept = readFileSync(workspace.at(".git/vale-state/answers"), "latin1");
  expect(kept).not.toMatch(/foobad|docs/);

  workspace.shell("echo '# other' >> styles/T/Foo.yml");
  workspace.write("docs/a.md", "An old foobad line.\n\nA last foobad line.\n");
  await other.post();
  expect(textRuns(), "other checks ask anew").toBe(2);
});
