import { join } from "node:path";
import { expect, test } from "vitest";

import { agentSession } from "../../support/agent-session.ts";
import { valePath } from "../../support/vale.ts";
import { foobadStyle, makeWorkspace, writeExecutable } from "../../support/workspace.ts";

const remove = "rm -f docs/gone.md";
const swap = "rm -f docs/gone.md; mkfifo docs/gone.md";
const git = 'PATH="${PATH#*:}" git "$@"';

/** Stand-ins for `git` and `vale` that do what somebody else might do to a file at that very moment. */
const moments: readonly (readonly [string, { readonly git?: string; readonly vale?: string }])[] = [
  ["deleted after Git listed it", { git: `${git}; code=$?; ${remove}; exit $code` }],
  ["deleted before Vale reads it", { vale: `${remove}; exec '${valePath()}' "$@"` }],
  ["deleted after Vale read it", { vale: `'${valePath()}' "$@"; code=$?; ${remove}; exit $code` }],
  [
    "replaced by a FIFO after Vale read it",
    { vale: `'${valePath()}' "$@"; code=$?; ${swap}; exit $code` },
  ],
];

test.each(moments)(
  "a file that is %s costs the others nothing and owes nothing",
  async (_, programs) => {
    const workspace = makeWorkspace({
      files: { ...foobadStyle(), "docs/a.md": "Fine.\n", "docs/gone.md": "An old foobad.\n" },
    });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "foobad\n");
    workspace.write("docs/gone.md", "An old foobad.\nfoobad\n");
    const bin = join(workspace.home, "bin");
    for (const [name, script] of Object.entries(programs)) {
      writeExecutable(
        bin,
        name,
        `#!/bin/sh\n[ "$1" = --version ] && exec '${valePath()}' --version\n${script}\n`,
      );
    }
    const env = { ...workspace.env, PATH: `${bin}:${workspace.env["PATH"]}` };
    const told = await session.post({ env });
    expect(told.raw).toMatchObject({ code: 0, stderr: "" });
    expect(told.context).toMatch(/^docs\/a\.md:1:1 /m);
    const stopped = await session.stop();
    expect(stopped.blocked).toMatch(/^docs\/a\.md:1:1/m);
    expect(stopped.blocked).not.toContain("gone.md");
  },
);
